import type { CspSources } from '#contract/plugin.ts'
import type { Services } from '#server/platform/kernel/context.ts'

const directives = [
  'script-src',
  'connect-src',
  'img-src',
  'style-src',
  'font-src',
  'frame-src',
  'media-src',
] as const satisfies readonly (keyof CspSources)[]

/** An origin with an optional path. Keywords such as 'unsafe-inline' would weaken the shop's own policy. */
const source = /^(https|wss):\/\/(\*\.)?[\w-]+(\.[\w-]+)*(:\d{1,5})?(\/[\w./~%-]*)?$/

/**
 * Reads the sources that the active plugins add to the Content-Security-Policy, each once. A source that is not an
 * https or wss origin is logged and left out. Security §13, ADR 0050.
 */
export async function readCspSources({
  plugins,
  log,
}: Pick<Services, 'plugins' | 'log'>): Promise<CspSources> {
  const active = await plugins.active()
  const given = active.map(({ plugin: { definition }, config }) => ({
    plugin: definition.module_name,
    sources: definition.csp?.(config) ?? {},
  }))
  return Object.fromEntries(
    directives.flatMap((name) => {
      const sources = given.flatMap(({ plugin, sources }) =>
        (sources[name] ?? []).filter((one) => {
          if (source.test(one)) return true
          log.error({ plugin, directive: name, source: one }, 'source of a plugin is not valid')
          return false
        }),
      )
      return sources.length > 0 ? [[name, [...new Set(sources)]]] : []
    }),
  )
}
