import { resourceRoutes } from '../resource-routes.ts'

/** Method and path of the back office's catalog endpoints, by group. Without zod, like `admin/routes.ts`. */
export const catalogRoutes = {
  adminBrands: resourceRoutes('brands'),
  adminEconomicOperators: resourceRoutes('economic-operators'),
  adminProducts: {
    ...resourceRoutes('products'),
    options: 'GET /api/admin/products/options',
    names: 'GET /api/admin/products/names',
    export: 'GET /api/admin/products/export',
    uploadImage: 'POST /api/admin/products/images',
    stock: 'GET /api/admin/products/:id/stock',
    adjustStock: 'POST /api/admin/products/:id/stock',
    setStockRules: 'POST /api/admin/products/:id/stock-rules',
    duplicate: 'POST /api/admin/products/:id/duplicate',
    preview: 'GET /api/admin/products/:id/preview',
    setPublished: 'POST /api/admin/products/:id/published',
    setArchived: 'POST /api/admin/products/:id/archived',
  },
  adminProductBatches: {
    create: 'POST /api/admin/product-batches',
    get: 'GET /api/admin/product-batches/:id',
    refused: 'GET /api/admin/product-batches/:id/refused',
    undo: 'POST /api/admin/product-batches/:id/undo',
  },
  adminProductImports: {
    upload: 'POST /api/admin/product-imports',
    get: 'GET /api/admin/product-imports/:id',
    refused: 'GET /api/admin/product-imports/:id/refused',
    apply: 'POST /api/admin/product-imports/:id/apply',
  },
  adminStockLocations: resourceRoutes('stock-locations'),
  adminStockTransfers: {
    list: 'GET /api/admin/stock-transfers',
    get: 'GET /api/admin/stock-transfers/:id',
    create: 'POST /api/admin/stock-transfers',
    update: 'PUT /api/admin/stock-transfers/:id',
    send: 'POST /api/admin/stock-transfers/:id/send',
    receive: 'POST /api/admin/stock-transfers/:id/receive',
    cancel: 'POST /api/admin/stock-transfers/:id/cancel',
  },
  adminCategories: {
    ...resourceRoutes('categories'),
    tree: 'GET /api/admin/categories/tree',
    move: 'POST /api/admin/categories/:id/move',
  },
  adminCollections: {
    ...resourceRoutes('collections'),
    preview: 'POST /api/admin/collections/preview',
  },
  adminAttributes: resourceRoutes('attributes'),
  adminLabels: resourceRoutes('labels'),
  adminTags: resourceRoutes('tags'),
  adminSearchSynonyms: resourceRoutes('search-synonyms'),
  adminSearchRules: resourceRoutes('search-rules'),
  adminMissedSearches: {
    list: 'GET /api/admin/missed-searches',
    remove: 'POST /api/admin/missed-searches/remove',
  },
} as const
