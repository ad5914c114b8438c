import { existsSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { isAbsolute, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigError, withEnvFile } from './config.ts'

/**
 * The folders of the plugins in `VITRINE_PLUGINS`: paths, relative to the project, or names of installed packages, by
 * commas.
 *
 * @throws ConfigError when one does not exist.
 */
export function externalPluginFolders(project: string, environment = process.env): string[] {
  const { VITRINE_PLUGINS = '' } = withEnvFile(environment, process.cwd())
  const names = VITRINE_PLUGINS.split(',').map((name) => name.trim())
  return names.filter(Boolean).map((name) => folderOf(name, project))
}

function folderOf(name: string, project: string): string {
  const folder = resolve(project, name)
  if (existsSync(folder)) return folder
  const isPath = isAbsolute(name) || name.startsWith('.')
  const installed = join(project, 'node_modules', name)
  if (!isPath && existsSync(installed)) return installed
  throw new ConfigError([
    { variable: 'VITRINE_PLUGINS', problem: 'names a folder or package that does not exist' },
  ])
}

/**
 * The file of a plugin: TypeScript, or JavaScript as packages need it, since Node strips no types below `node_modules`.
 *
 * @returns undefined when the plugin has no such file.
 */
export const pluginFile = (folder: string, name: 'plugin' | 'server' | 'web' | 'admin'): string | undefined =>
  [`${name}.ts`, `${name}.tsx`, `${name}.js`]
    .map((file) => join(folder, file))
    .find((file) => existsSync(file))

let resolved: readonly string[] = []

/** Imports a plugin's file. Imports of `#contract/…` and of packages in it refer to the shop. */
export async function importPluginFile(
  folder: string,
  name: 'plugin' | 'server',
  project: string,
): Promise<Record<string, unknown>> {
  const file = pluginFile(folder, name)
  if (!file) throw new Error(`The plugin in ${folder} has no ${name}.ts or ${name}.js`)
  resolveFromShop(folder, project)
  return await import(/* @vite-ignore */ pathToFileURL(file).href)
}

function resolveFromShop(folder: string, project: string): void {
  if (resolved.includes(folder)) return
  resolved = [...resolved, folder]
  const inside = pathToFileURL(folder + sep).href
  const shop = pathToFileURL(join(project, 'package.json')).href
  const ofShop = createRequire(shop)
  registerHooks({
    resolve(specifier, context, next) {
      if (!context.parentURL?.startsWith(inside) || /^(\.|\/|node:|file:)/.test(specifier))
        return next(specifier, context)
      if (specifier.startsWith('#')) return next(specifier, { ...context, parentURL: shop })
      // The plugin's own packages have precedence only where the shop has none of that name.
      return hasPackage(ofShop, specifier)
        ? next(specifier, { ...context, parentURL: shop })
        : next(specifier, context)
    },
  })
}

function hasPackage(require: NodeJS.Require, specifier: string): boolean {
  try {
    require.resolve(specifier)
    return true
  } catch {
    return false
  }
}
