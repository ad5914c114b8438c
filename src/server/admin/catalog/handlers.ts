import { attributeEndpoints } from '#contract/admin/catalog/attributes.ts'
import { brandEndpoints } from '#contract/admin/catalog/brands.ts'
import { collectionEndpoints } from '#contract/admin/catalog/collections.ts'
import { economicOperatorEndpoints } from '#contract/admin/catalog/economic-operators.ts'
import type { catalogEndpoints } from '#contract/admin/catalog/endpoints.ts'
import { labelEndpoints, tagEndpoints } from '#contract/admin/catalog/labels.ts'
import { searchRuleEndpoints, synonymEndpoints } from '#contract/admin/catalog/search.ts'
import {
  createAttribute,
  listAttributes,
  readAttribute,
  removeAttribute,
  updateAttribute,
} from '#server/catalog/products/editing/attributes.ts'
import {
  createBrand,
  listBrands,
  readBrand,
  removeBrand,
  updateBrand,
} from '#server/catalog/products/editing/brands.ts'
import { previewMembers } from '#server/catalog/products/editing/collection-members.ts'
import {
  createCollection,
  listCollections,
  readCollection,
  removeCollection,
  updateCollection,
} from '#server/catalog/products/editing/collections.ts'
import {
  createEconomicOperator,
  listEconomicOperators,
  readEconomicOperator,
  removeEconomicOperator,
  updateEconomicOperator,
} from '#server/catalog/products/editing/economic-operators.ts'
import {
  createLabel,
  listLabels,
  readLabel,
  removeLabel,
  updateLabel,
} from '#server/catalog/products/editing/labels.ts'
import { createTag, listTags, readTag, removeTag, updateTag } from '#server/catalog/products/editing/tags.ts'
import {
  createSearchRule,
  listSearchRules,
  readSearchRule,
  removeSearchRule,
  updateSearchRule,
} from '#server/catalog/search-tuning/editing/rules.ts'
import {
  createSynonym,
  listSynonyms,
  readSynonym,
  removeSynonym,
  updateSynonym,
} from '#server/catalog/search-tuning/editing/synonyms.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { resourceHandlers } from '../resource-handlers.ts'
import { categoryHandlers, categoryTreeHandlers } from './category-handlers.ts'
import { missedSearchHandlers } from './missed-search-handlers.ts'
import { productBatchHandlers, productImportHandlers } from './product-bulk-handlers.ts'
import { productActionHandlers, productHandlers } from './product-handlers.ts'
import { stockLocationHandlers, stockTransferHandlers } from './stock-handlers.ts'

type Endpoints = typeof catalogEndpoints

export const catalogAdminHandlers: { [Group in keyof Endpoints]: Handlers<Endpoints[Group]> } = {
  adminBrands: resourceHandlers(brandEndpoints, {
    type: 'brand',
    label: 'Brand',
    list: listBrands,
    read: readBrand,
    create: createBrand,
    update: updateBrand,
    remove: removeBrand,
  }),
  adminEconomicOperators: resourceHandlers(economicOperatorEndpoints, {
    type: 'economic_operator',
    label: 'Manufacturer or importer',
    list: listEconomicOperators,
    read: readEconomicOperator,
    create: createEconomicOperator,
    update: updateEconomicOperator,
    remove: removeEconomicOperator,
  }),
  adminProducts: { ...productHandlers, ...productActionHandlers },
  adminProductBatches: productBatchHandlers,
  adminProductImports: productImportHandlers,
  adminStockLocations: stockLocationHandlers,
  adminStockTransfers: stockTransferHandlers,
  adminCategories: { ...categoryHandlers, ...categoryTreeHandlers },
  adminCollections: {
    ...resourceHandlers(collectionEndpoints, {
      type: 'collection',
      label: 'Collection',
      list: listCollections,
      read: readCollection,
      create: createCollection,
      update: updateCollection,
      remove: removeCollection,
    }),
    preview: ({ rules, products }, { db }) => previewMembers(db, rules, products),
  },
  adminAttributes: resourceHandlers(attributeEndpoints, {
    type: 'attribute',
    label: 'Attribute',
    list: listAttributes,
    read: readAttribute,
    create: createAttribute,
    update: updateAttribute,
    remove: removeAttribute,
  }),
  adminLabels: resourceHandlers(labelEndpoints, {
    type: 'label',
    label: 'Label',
    list: listLabels,
    read: readLabel,
    create: createLabel,
    update: updateLabel,
    remove: removeLabel,
  }),
  adminTags: resourceHandlers(tagEndpoints, {
    type: 'tag',
    label: 'Tag',
    list: listTags,
    read: readTag,
    create: createTag,
    update: updateTag,
    remove: removeTag,
  }),
  adminSearchSynonyms: resourceHandlers(synonymEndpoints, {
    type: 'search_synonym',
    label: 'Synonym',
    list: listSynonyms,
    read: readSynonym,
    create: createSynonym,
    update: updateSynonym,
    remove: removeSynonym,
  }),
  adminMissedSearches: missedSearchHandlers,
  adminSearchRules: resourceHandlers(searchRuleEndpoints, {
    type: 'search_rule',
    label: 'Search rule',
    list: listSearchRules,
    read: readSearchRule,
    create: createSearchRule,
    update: updateSearchRule,
    remove: removeSearchRule,
  }),
}
