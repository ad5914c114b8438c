import type { PageData } from '#contract/content.ts'
import type { SectionShown } from './section.ts'

/** The page's sections with what their loaders brought; a section whose loader failed is not among them. */
export function sectionsOf({ page, component_data }: PageData): SectionShown[] {
  const byKey = new Map(component_data.map(({ key, data }) => [key, data]))
  return (page?.sections ?? []).flatMap(({ key, component }) => {
    const shown = byKey.get(key) as { settings: unknown; data: unknown } | null | undefined
    return shown ? [{ key, component, settings: shown.settings, data: shown.data }] : []
  })
}
