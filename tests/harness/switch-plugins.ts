import { installedPlugins } from '#plugins/installed.server.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { readPluginRows } from '#server/shop/plugins/registry.ts'

/** Which plugins are active during a measurement: every installed one, or none. */
export type PluginsChoice = 'all' | 'none'

/** Configurations without which a plugin does nothing. No measurement consents to trackers, so none of these services is reached. */
const configs: Record<string, Record<string, string>> = {
  GoogleGtag: { google_tag_id: 'G-BENCH1234' },
  GoogleTagManager: { tag_code: 'GTM-BENCH12' },
  FacebookPixel: { code: '1234567890' },
  MicrosoftClarity: { code: 'benchmark1' },
  UmamiAnalytics: { website_id: '7b8f2a4e-5d3c-4a1b-9e8f-0c6a3b1f2a77' },
}

/**
 * Switches every installed plugin on or off, without a write where it is so already. Returns a function that restores the state before.
 * A running shop knows of it after `changes.catchUp()`.
 */
export async function switchPlugins(db: Db, choice: PluginsChoice): Promise<() => Promise<void>> {
  const active = new Set(
    (await readPluginRows(db)).flatMap((row) => (row.is_active ? [row.module_name] : [])),
  )
  const wanted = choice === 'all'
  const changed = installedPlugins
    .map(({ definition }) => definition.module_name)
    .filter((name) => active.has(name) !== wanted)
  const write = (module_name: string, is_active: boolean, config?: Record<string, string>) =>
    writePlugin(db, installedPlugins, { module_name, is_active, ...(config && { config }) })
  for (const name of changed) await write(name, wanted, wanted ? configs[name] : undefined)
  return async () => {
    for (const name of changed) await write(name, !wanted)
  }
}
