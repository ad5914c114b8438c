import { attributeEndpoints } from '#contract/admin/catalog/attributes.ts'
import { brandEndpoints } from '#contract/admin/catalog/brands.ts'
import { collectionEndpoints } from '#contract/admin/catalog/collections.ts'
import type { catalogEndpoints } from '#contract/admin/catalog/endpoints.ts'
import { labelEndpoints, tagEndpoints } from '#contract/admin/catalog/labels.ts'
import { searchRuleEndpoints, synonymEndpoints } from '#contract/admin/catalog/search.ts'
import {
  createAttribute,
  listAttributes,
  readAttribute,
  removeAttribute,
  updateAttribute,
} from '#server/catalog-editing/attributes.ts'
import {
  createBrand,
  listBrands,
  readBrand,
  removeBrand,
  updateBrand,
} from '#server/catalog-editing/brands.ts'
import { previewMembers } from '#server/catalog-editing/collection-members.ts'
import {
  createCollection,
  listCollections,
  readCollection,
  removeCollection,
  updateCollection,
} from '#server/catalog-editing/collections.ts'
import {
  createLabel,
  listLabels,
  readLabel,
  removeLabel,
  updateLabel,
} from '#server/catalog-editing/labels.ts'
import { createTag, listTags, readTag, removeTag, updateTag } from '#server/catalog-editing/tags.ts'
import type { Handlers } from '#server/kernel/handlers.ts'
import {
  createSearchRule,
  listSearchRules,
  readSearchRule,
  removeSearchRule,
  updateSearchRule,
} from '#server/search-tuning/rules.ts'
import {
  createSynonym,
  listSynonyms,
  readSynonym,
  removeSynonym,
  updateSynonym,
} from '#server/search-tuning/synonyms.ts'
import { resourceHandlers } from '../resource-handlers.ts'
import { categoryHandlers, categoryTreeHandlers } from './category-handlers.ts'
import { missedSearchHandlers } from './missed-search-handlers.ts'
import { productBatchHandlers, productImportHandlers } from './product-bulk-handlers.ts'
import { productActionHandlers, productHandlers } from './product-handlers.ts'

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
  adminProducts: { ...productHandlers, ...productActionHandlers },
  adminProductBatches: productBatchHandlers,
  adminProductImports: productImportHandlers,
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
