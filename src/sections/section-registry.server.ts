import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layoutFields, sectionCatalog } from './section-catalog.ts'
import { layoutOf, problemsOfLayout } from './section-layout.ts'
import { problemsOfSection } from './section-loaders.ts'

/** The section types of the shop, as the server offers them to the page editor. Pictures are data addresses. */
export const sectionRegistry = {
  types: () =>
    sectionCatalog().map(({ preview, fields, ...type }) => ({
      ...type,
      preview: `data:image/svg+xml;base64,${readFileSync(join(import.meta.dirname, preview)).toString('base64')}`,
      fields,
      plugin: null,
    })),
  layout: () => layoutFields(),
  layoutOf,
  problemsOfLayout,
  problemsOf: problemsOfSection,
}
