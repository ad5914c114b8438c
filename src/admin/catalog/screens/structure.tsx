import { lazy } from 'react'
import type { AdminScreen } from '#admin/admin-screen.ts'
import { IndentedCell, SwatchCell } from '#admin/parts/cells.tsx'
import { StatusChip } from '#admin/parts/status-chip.tsx'
import { defineList, defineResource } from '#admin/resource/define-resource.tsx'
import type { AttributeRow } from '#contract/admin/catalog/attributes.ts'
import type { CategoryRow } from '#contract/admin/catalog/categories.ts'
import type { CollectionRow } from '#contract/admin/catalog/collections.ts'
import type { LabelRow, TagRow } from '#contract/admin/catalog/labels.ts'
import type { StockLocationRow } from '#contract/admin/catalog/stock-locations.ts'
import type { StockTransferRow } from '#contract/admin/catalog/stock-transfers.ts'
import { transferStatuses } from '#contract/rules/stock-names.ts'

const catalog = {
  group: 'Products',
  permission: 'catalog.read',
  writePermission: 'catalog.write',
} as const
const name = { name: 'name', label: 'Name', isSortable: true }
const products = { name: 'products', label: 'Products', isSortable: true, isNumber: true }
const transfer = lazy(() => import('../stock/transfer-screen.tsx'))
const nameOf = (values: Record<string, unknown>) => String(values.name)

/** The screens of categories, collections, attributes, labels, tags, and of stock in several locations. */
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
  defineResource<StockLocationRow>({
    ...catalog,
    name: 'stock-locations',
    label: 'Stock locations',
    tab: { entry: 'Stock locations', label: 'Locations' },
    one: 'stock location',
    icon: 'store',
    columns: [
      { ...name, below: ({ is_main }) => is_main && 'Main location' },
      { name: 'code', label: 'Code' },
      { name: 'priority', label: 'Priority', isSortable: true, isNumber: true },
      {
        name: 'sells',
        label: 'Sells online',
        show: ({ is_active, sells_online }) => (is_active ? (sells_online ? 'Yes' : 'No') : 'Closed'),
      },
    ],
    sort: { field: 'priority', order: 'ASC' },
    about:
      'Stock can be in several locations. An order leaves the first one by priority that has all of it, otherwise the fewest. The main location has what is in no other one.',
    values: async () => (await import('#contract/admin/catalog/stock-locations.ts')).StockLocationValues,
    nameOf,
  }),
  defineList<StockTransferRow>(
    {
      ...catalog,
      name: 'stock-transfers',
      label: 'Transfers',
      tab: { entry: 'Stock locations', label: 'Transfers' },
      one: 'transfer',
      icon: 'redirect',
      columns: [
        { name: 'id', label: 'Transfer', isSortable: true },
        { name: 'from', label: 'From' },
        { name: 'to', label: 'To' },
        {
          name: 'status',
          label: 'State',
          isSortable: true,
          show: ({ status }) => <StatusChip status={status} label={transferStatuses[status]} />,
        },
        {
          name: 'pieces',
          label: 'Pieces',
          isNumber: true,
          show: ({ pieces, received }) => (received > 0 ? `${received} of ${pieces}` : pieces),
        },
        { name: 'created_by', label: 'Added by', isMinor: true },
      ],
      filters: [
        {
          name: 'status',
          label: 'State',
          options: Object.entries(transferStatuses).map(([value, label]) => ({ value, label })),
        },
      ],
      sort: { field: 'id', order: 'DESC' },
      about: 'Pieces that move between locations are not sold until they arrive.',
    },
    { show: transfer, create: transfer, one: 'transfer', writePermission: 'catalog.write' },
  ),
]
