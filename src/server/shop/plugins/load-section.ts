import { isRecord, ownValue } from '#contract/rules/own-value.ts'
import type { SectionRegistry, SectionRequest } from '#server/platform/kernel/context.ts'
import type { PluginRegistry } from '#server/platform/kernel/plugin.ts'

/**
 * The settings, layout and data of a section that an active plugin adds, with the plugin's name, by which pages find its view. Undefined
 * when no active plugin has the section.
 *
 * @throws when the settings do not match the section's schema, or its loader fails: the caller drops the section.
 */
export async function loadPluginSection(
  { component, settings }: { component: string; settings: unknown },
  request: SectionRequest,
  {
    plugins,
    sections,
    tag,
  }: { plugins: PluginRegistry; sections: SectionRegistry; tag: (name: string) => void },
) {
  tag('plugins')
  for (const { plugin } of await plugins.active()) {
    const section = ownValue(plugin.sections ?? {}, component)
    if (!section) continue
    const parsed = section.settings.parse(ownSettings(settings))
    const data = (await section.load?.(parsed, request)) ?? null
    const layout = sections.layoutOf(settings)
    return { settings: parsed, data, plugin: plugin.definition.module_name, ...(layout ? { layout } : {}) }
  }
}

/** The settings of a plugin's section without `layout`, which belongs to all sections and not to its schema. */
export function ownSettings(settings: unknown): unknown {
  if (!isRecord(settings)) return settings
  const { layout: _layout, ...own } = settings
  return own
}
