import type { SectionRequest } from '../kernel/context.ts'
import type { PluginRegistry } from '../kernel/plugin.ts'

/**
 * The settings and data of a section that an active plugin adds, with the plugin's name, by which pages find its view. Undefined when
 * no active plugin has the section.
 *
 * @throws when the settings do not match the section's schema, or its loader fails: the caller drops the section.
 */
export async function loadPluginSection(
  { component, settings }: { component: string; settings: unknown },
  request: SectionRequest,
  { plugins, tag }: { plugins: PluginRegistry; tag: (name: string) => void },
) {
  tag('plugins')
  for (const { plugin } of await plugins.active()) {
    const section = plugin.sections?.[component]
    if (!section) continue
    const parsed = section.settings.parse(settings)
    const data = (await section.load?.(parsed as never, request)) ?? null
    return { settings: parsed, data, plugin: plugin.definition.module_name }
  }
}
