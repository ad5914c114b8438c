import type { Endpoint } from '#contract/define-endpoints.ts'
import { attributeEndpoints } from './attributes.ts'
import { brandEndpoints } from './brands.ts'
import { categoryAdminEndpoints, categoryTreeEndpoints } from './categories.ts'
import { collectionEndpoints, collectionPreviewEndpoints } from './collections.ts'
import { economicOperatorEndpoints } from './economic-operators.ts'
import { labelEndpoints, tagEndpoints } from './labels.ts'
import { missedSearchEndpoints } from './missed-searches.ts'
import { productActionEndpoints } from './product-actions.ts'
import { productBatchEndpoints } from './product-batches.ts'
import { productImportEndpoints } from './product-imports.ts'
import { productEndpoints } from './products.ts'
import type { catalogRoutes } from './routes.ts'
import { searchRuleEndpoints, synonymEndpoints } from './search.ts'
import { stockLocationEndpoints } from './stock-locations.ts'
import { stockTransferEndpoints } from './stock-transfers.ts'

/** The back office's catalog endpoints with their schemas. */
export const catalogEndpoints = {
  adminBrands: brandEndpoints,
  adminEconomicOperators: economicOperatorEndpoints,
  adminProducts: { ...productEndpoints, ...productActionEndpoints },
  adminProductBatches: productBatchEndpoints,
  adminProductImports: productImportEndpoints,
  adminStockLocations: stockLocationEndpoints,
  adminStockTransfers: stockTransferEndpoints,
  adminCategories: { ...categoryAdminEndpoints, ...categoryTreeEndpoints },
  adminCollections: { ...collectionEndpoints, ...collectionPreviewEndpoints },
  adminAttributes: attributeEndpoints,
  adminLabels: labelEndpoints,
  adminTags: tagEndpoints,
  adminSearchSynonyms: synonymEndpoints,
  adminSearchRules: searchRuleEndpoints,
  adminMissedSearches: missedSearchEndpoints,
} satisfies Record<keyof typeof catalogRoutes, Record<string, Endpoint>>
