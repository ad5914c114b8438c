import type { catalogRoutes } from '#contract/admin/catalog/routes.ts'
import { type InputsOf, resourceInputs } from './inputs-of.ts'

/** A harmless valid input of each catalog endpoint. */
export const catalogInputs: InputsOf<typeof catalogRoutes> = {
  adminBrands: resourceInputs({ name: '' }),
  adminProducts: {
    ...resourceInputs({ name: '' }),
    options: {},
    names: { ids: '1,2' },
    export: {},
    uploadImage: {},
    stock: { id: 999_999_999 },
    adjustStock: { id: 999_999_999, changes: [{ variation_id: 1, by: 0 }], reason: 'counted' },
    duplicate: { id: 999_999_999 },
    setPublished: { id: 999_999_999, is_published: true },
  },
  adminProductBatches: {
    create: { action: { type: 'publish' }, ids: [999_999_999] },
    get: { id: 999_999_999 },
    undo: { id: 999_999_999 },
  },
  adminProductImports: { upload: {}, get: { id: 999_999_999 }, apply: { id: 999_999_999 } },
  adminCategories: {
    ...resourceInputs({ name: '' }),
    tree: {},
    move: { id: 999_999_999, version: 'an-old-version', parent_id: null, before_id: null },
  },
  adminCollections: {
    ...resourceInputs({ name: '' }),
    preview: { rules: { conditions: [{ field: 'stock' }] }, products: [] },
  },
  adminAttributes: resourceInputs({ label: '' }),
  adminLabels: resourceInputs({ name: '' }),
  adminTags: resourceInputs({ name: '' }),
  adminSearchSynonyms: resourceInputs({ term: '' }),
  adminSearchRules: resourceInputs({ query: '' }),
  adminMissedSearches: { list: {}, remove: { ids: [999_999_999] } },
}
