import type { catalogRoutes } from '#contract/admin/catalog/routes.ts'
import type { InputsOf } from './inputs-of.ts'

const transfer = { id: 999_999_999, version: 'an-old-version' }

/** A harmless valid input of each catalog endpoint. */
export const catalogInputs: InputsOf<typeof catalogRoutes> = {
  adminProducts: {
    options: {},
    names: { ids: '1,2' },
    uploadImage: {},
    stock: { id: 999_999_999 },
    adjustStock: { id: 999_999_999, changes: [{ variation_id: 1, by: 0 }], reason: 'counted' },
    setStockRules: { id: 999_999_999, variation_ids: [1], rules: { safety_stock: 0 } },
    duplicate: { id: 999_999_999 },
    preview: { id: 1 },
    setPublished: { id: 999_999_999, is_published: true },
    setArchived: { id: 999_999_999, is_archived: true },
  },
  adminProductBatches: {
    create: { action: { type: 'publish' }, ids: [999_999_999] },
    refused: { id: 999_999_999 },
    undo: { id: 999_999_999 },
  },
  adminProductImports: { upload: {}, refused: { id: 999_999_999 }, apply: { id: 999_999_999 } },
  adminStockTransfers: {
    list: {},
    create: { from_location_id: 999_999_999, to_location_id: 1, items: [{ sku: 'NONE', quantity: 1 }] },
    update: { ...transfer, from_location_id: 1, to_location_id: 2, items: [{ sku: 'NONE', quantity: 1 }] },
    send: transfer,
    receive: { ...transfer, items: [] },
    cancel: transfer,
  },
  adminCategories: {
    tree: {},
    move: { id: 999_999_999, version: 'an-old-version', parent_id: null, before_id: null },
  },
  adminCollections: {
    preview: { rules: { conditions: [{ field: 'stock' }] }, products: [] },
  },
  adminMissedSearches: { remove: { ids: [999_999_999] } },
}
