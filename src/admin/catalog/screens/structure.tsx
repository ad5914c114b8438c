import { lazy } from 'react'
import type { AdminScreen } from '#admin/admin-screen.ts'
import { IndentedCell, SwatchCell } from '#admin/parts/cells.tsx'
import { defineResource } from '#admin/resource/define-resource.tsx'
import type { AttributeRow } from '#contract/admin/catalog/attributes.ts'
import type { CategoryRow } from '#contract/admin/catalog/categories.ts'
import type { CollectionRow } from '#contract/admin/catalog/collections.ts'
import type { LabelRow, TagRow } from '#contract/admin/catalog/labels.ts'

const catalog = {
  group: 'Products',
  permission: 'catalog.read',
  writePermission: 'catalog.write',
} as const
const name = { name: 'name', label: 'Name', isSortable: true }
const products = { name: 'products', label: 'Products', isSortable: true, isNumber: true }
const nameOf = (values: Record<string, unknown>) => String(values.name)

/** The screens of categories, collections, attributes, labels and tags. */
export const screens: readonly AdminScreen[] = [
  defineResource<CategoryRow>({
    ...catalog,
    name: 'categories',
    label: 'Categories',
    tab: { entry: 'Categories', label: 'All categories' },
    one: 'category',
    icon: 'folders',
    columns: [
      {
        name: 'tree',
        label: 'Category',
        isSortable: true,
        show: ({ depth, name: text }) => <IndentedCell depth={depth}>{text}</IndentedCell>,
      },
      { name: 'path', label: 'Address' },
      {
        ...products,
        show: ({ products: own, all_products }) => (
          <>
            {own}
            {all_products > own && <small>{all_products} with those below it</small>}
          </>
        ),
      },
    ],
    sort: { field: 'tree', order: 'ASC' },
    searches: 'Name or address of the category',
    values: async () => (await import('#contract/admin/catalog/categories.ts')).CategoryValues,
    fieldsOf: 'category',
    nameOf,
    addressOf: ({ slug }) => `/product-category/${String(slug)}`,
  }),
  {
    name: 'category-order',
    label: 'Category order',
    tab: { entry: 'Categories', label: 'Order' },
    icon: 'tree',
    group: 'Products',
    permission: 'catalog.write',
    list: lazy(() => import('../categories/category-order.tsx')),
  },
  defineResource<CollectionRow>({
    ...catalog,
    name: 'collections',
    label: 'Collections',
    one: 'collection',
    icon: 'layers',
    columns: [
      name,
      { name: 'slug', label: 'Address' },
      { ...products, below: ({ has_rules }) => has_rules && 'by rules' },
    ],
    sort: { field: 'name', order: 'ASC' },
    searches: 'Name of the collection',
    values: async () => (await import('#contract/admin/catalog/collections.ts')).CollectionValues,
    form: () => import('../collections/collection-form.tsx'),
    nameOf,
    addressOf: ({ slug }) => `/product-collection/${String(slug)}`,
  }),
  defineResource<AttributeRow>({
    ...catalog,
    name: 'attributes',
    label: 'Attributes',
    one: 'attribute',
    icon: 'shapes',
    columns: [
      { name: 'label', label: 'Name', isSortable: true },
      {
        name: 'is_variable',
        label: 'Kind',
        show: ({ is_variable }) => (is_variable ? 'Chosen by shoppers' : 'Describes products'),
      },
      {
        name: 'sample',
        label: 'Values',
        show: ({ values, sample }) => (values > 4 ? `${sample} and ${values - 4} more` : sample || '–'),
      },
    ],
    sort: { field: 'position', order: 'ASC' },
    searches: 'Name of the attribute',
    values: async () => (await import('#contract/admin/catalog/attributes.ts')).AttributeValues,
    nameOf: ({ label }) => String(label),
  }),
  defineResource<LabelRow>({
    ...catalog,
    name: 'labels',
    label: 'Labels',
    tab: { entry: 'Labels and tags', label: 'Labels' },
    one: 'label',
    icon: 'badge',
    columns: [
      name,
      {
        name: 'background',
        label: 'Look',
        show: ({ name: text, background, text_color }) => (
          <SwatchCell background={background} color={text_color}>
            {text}
          </SwatchCell>
        ),
      },
      products,
    ],
    sort: { field: 'name', order: 'ASC' },
    searches: 'Name of the label',
    values: async () => (await import('#contract/admin/catalog/labels.ts')).LabelValues,
    nameOf,
  }),
  defineResource<TagRow>({
    ...catalog,
    name: 'tags',
    label: 'Tags',
    tab: { entry: 'Labels and tags', label: 'Tags' },
    one: 'tag',
    icon: 'tags',
    columns: [name, { name: 'slug', label: 'Address' }, products],
    sort: { field: 'name', order: 'ASC' },
    searches: 'Name of the tag',
    values: async () => (await import('#contract/admin/catalog/labels.ts')).TagValues,
    nameOf,
  }),
]
