import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { SectionType } from '#contract/admin/content/pages.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import type { PluginRegistry, PluginSection } from '#server/platform/kernel/plugin.ts'

/** The section types of the active plugins. */
export const readPluginSectionTypes = async ({
  plugins,
}: {
  plugins: PluginRegistry
}): Promise<SectionType[]> =>
  (await plugins.active()).flatMap(({ plugin: { sections = {}, definition } }) =>
    Object.entries(sections).map(([component, { settings, preview }]) => {
      const fields = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' })
      return {
        component,
        label: String(fields.title ?? component),
        help: String(fields.description ?? ''),
        preview: preview ? `data:image/svg+xml;base64,${readFileSync(preview).toString('base64')}` : null,
        defaults: settings.parse({}),
        fields,
        plugin: definition.module_name,
      }
    }),
  )

/** A section of an installed plugin; an inactive one too, so that a page keeps it while the plugin is off. */
export const findPluginSection = (
  { installed }: Pick<PluginRegistry, 'installed'>,
  component: string,
): PluginSection | undefined =>
  installed
    .map(({ sections }) => ownValue(sections ?? {}, component))
    .find((section) => section !== undefined)
