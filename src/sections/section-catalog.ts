import { z } from 'zod'
import { SectionLayout } from './section-layout.ts'
import { folderOf, sectionNames, settingsOf } from './section-loaders.ts'

/** A section type as an editor offers it. */
export type SectionType = {
  component: string
  label: string
  help: string
  /** The picture of the section in the list: a file of the section's folder, relative to `src/sections`. */
  preview: string
  /** What a new section begins with. */
  defaults: Record<string, unknown>
  /** JSON schema of the settings; `title` is a field's label, `description` its help. */
  fields: z.core.JSONSchema.JSONSchema
}

/** Every section type with labels, help, defaults and preview picture, for editors. */
export function sectionCatalog(): SectionType[] {
  return sectionNames.flatMap((component) => {
    const settings = settingsOf(component)
    if (!settings) return []
    const fields = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' })
    return {
      component,
      label: fields.title ?? component,
      help: fields.description ?? '',
      preview: `${folderOf(component)}/preview.svg`,
      defaults: settings.parse({}),
      fields,
    }
  })
}

/** The layout options that all sections share, as JSON schema. */
export const layoutFields = () => z.toJSONSchema(SectionLayout, { io: 'input' })
