import type { PluginsChoice } from './switch-plugins.ts'

type Options = Readonly<{ plugins?: string | undefined }>

const titles: Record<PluginsChoice, string> = { all: 'every plugin active', none: 'no plugin active' }

/**
 * `--plugins all` and `--plugins none`; undefined without the option: the plugins of the demo shop.
 * @throws for another value.
 */
export function pluginsChoice({ plugins }: Options): PluginsChoice | undefined {
  if (plugins === undefined || plugins === 'all' || plugins === 'none') return plugins
  throw new Error(`--plugins is all or none, not '${plugins}'`)
}

/** Name and title of a measurement's part of the report: one for each choice of plugins. */
export function partOf(name: string, title: string, options: Options) {
  const choice = pluginsChoice(options)
  return choice
    ? { name: `${name}, plugins ${choice}`, title: `${title}, ${titles[choice]}` }
    : { name, title }
}
