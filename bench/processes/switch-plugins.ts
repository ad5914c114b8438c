import type { Shop } from '#main.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { readPluginRows } from '#server/plugins/registry.ts'
import { writePlugin } from '#server/plugins/write-plugin.ts'

/** Which plugins are active while a benchmark runs: every installed one, or none. */
export type PluginsChoice = 'all' | 'none'

/** Configurations without which a plugin does nothing. No benchmark consents to trackers, so none of these services is reached. */
const configs: Record<string, Record<string, string>> = {
  GoogleGtag: { google_tag_id: 'G-BENCH1234' },
  GoogleTagManager: { tag_code: 'GTM-BENCH12' },
  FacebookPixel: { code: '1234567890' },
  MicrosoftClarity: { code: 'benchmark1' },
  UmamiAnalytics: { website_id: '7b8f2a4e-5d3c-4a1b-9e8f-0c6a3b1f2a77' },
}

/** Switches every installed plugin on or off. Returns a function that restores the state before. */
export async function switchPlugins(
  { services: { db, changes } }: Shop,
  choice: PluginsChoice,
): Promise<() => Promise<void>> {
  const before = new Map((await readPluginRows(db)).map((row) => [row.module_name, row]))
  const names = installedPlugins.map(({ definition }) => definition.module_name)
  const isActive = (name: string) => before.get(name)?.is_active === true
  for (const module_name of names) {
    const config = choice === 'all' && !isActive(module_name) ? configs[module_name] : undefined
    await writePlugin(db, installedPlugins, {
      module_name,
      is_active: choice === 'all',
      ...(config && { config }),
    })
  }
  await changes.catchUp()
  return async () => {
    for (const module_name of names)
      await writePlugin(db, installedPlugins, { module_name, is_active: isActive(module_name) })
    await changes.catchUp()
  }
}
