import type { PageData } from '#contract/content.ts'
import type { SectionShown } from './section.ts'
import { settingsOf } from './section-loaders.ts'
import { viewOfSection } from './section-names.ts'

type Options = { isPreview?: boolean | undefined }

/**
 * The page's sections with their data; a section whose loader failed is left out. In a preview it stays, empty, and all sections are
 * labelled, so that they can be edited.
 */
export function sectionsOf(
  { page, component_data }: PageData,
  { isPreview = false }: Options = {},
): SectionShown[] {
  const byKey = new Map(component_data.map(({ key, data }) => [key, data]))
  return (page?.sections ?? []).flatMap(({ id, key, component }) => {
    const shown = byKey.get(key) as Omit<SectionShown, 'key' | 'component'> | null | undefined
    const edit = isPreview ? { edit: { id, label: labelOf(component) } } : {}
    if (shown) return [{ key, ...shown, component: viewOfSection(component, shown.settings), ...edit }]
    return isPreview ? [{ key, component: '', settings: null, data: null, ...edit }] : []
  })
}

/** The sections of plugins have no label: their names are split into words. */
const labelOf = (component: string) =>
  settingsOf(component)?.meta()?.title ??
  component.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
