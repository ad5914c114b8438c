import { lazy } from 'react'
import { Link, useLocation } from 'react-router'
import type { ListFilter } from '#admin/list/filter-choice.tsx'
import { readListState } from '#admin/list/list-state.ts'
import { useFormat } from '#admin/parts/format.ts'
import { FoundExport } from '#admin/resource/export-link.tsx'
import type { RecordList } from '#admin/resource/resource.ts'
import ResourceList from '#admin/resource/resource-list.tsx'
import { useSession } from '#admin/session-context.ts'
import type { ProductRow } from '#contract/admin/catalog/products.ts'
import { QuickEdit } from './quick-edit.tsx'
import { StateChip } from './state-chip.tsx'
import { useProductOptions } from './use-product-options.ts'

/** All products. */
export default function ProductList() {
  const { data: options } = useProductOptions()
  const { search } = useLocation()
  const named = (list: readonly { id: number; name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }))
  const filters: readonly ListFilter[] = [
    {
      name: 'category',
      label: 'Category',
      options: named(
        options?.categories.map(({ id, name, depth }) => ({ id, name: `${'\u2003'.repeat(depth)}${name}` })),
      ),
    },
    { name: 'brand', label: 'Brand', options: named(options?.brands) },
    ...fixedFilters,
    // Of the link from its result: the numbers of imports are shown nowhere.
    ...(readListState(search, products.sort).filterValues.import ? [ofImport] : []),
  ]
  return <ResourceList resource={{ ...products, filters }} />
}

const ofImport: ListFilter = { name: 'import', label: 'Import number', isCount: true }

const fixedFilters: readonly ListFilter[] = [
  {
    name: 'state',
    label: 'Status',
    options: [
      { value: 'published', label: 'Published' },
      { value: 'scheduled', label: 'Scheduled' },
      { value: 'draft', label: 'Draft' },
      { value: 'archived', label: 'Archived' },
    ],
  },
  {
    name: 'stock',
    label: 'Stock',
    options: [
      { value: 'out', label: 'Sold out' },
      { value: 'low', label: 'Few left' },
    ],
  },
  {
    name: 'undeclared',
    label: 'Declarations',
    options: [
      { value: 'eu', label: 'Missing for the European Union' },
      { value: 'in', label: 'Missing for India' },
    ],
  },
]

const products: RecordList<ProductRow> = {
  name: 'products',
  label: 'Products',
  one: 'product',
  empty: 'No products yet. Add the first one, or import them from a file of your former shop.',
  icon: 'tag',
  group: 'Products',
  permission: 'catalog.read',
  writePermission: 'catalog.write',
  searches: 'Name or SKU',
  sort: { field: 'id', order: 'DESC' },
  pictureOf: ({ image_path }) => image_path,
  rowName: ({ name }) => name,
  columns: [
    {
      name: 'name',
      label: 'Product',
      isSortable: true,
      show: ({ name }) => name,
      below: ({ brand }) => brand,
    },
    {
      name: 'sku',
      label: 'SKU',
      isMinor: true,
      show: ({ sku }) => sku,
      below: ({ variations }) => variations > 1 && <Counted count={variations} of="variations" />,
    },
    {
      name: 'price',
      label: 'Price',
      isNumber: true,
      show: (row) => (
        <QuickEdit product={row}>
          <PriceRange {...row} />
        </QuickEdit>
      ),
    },
    { name: 'stock', label: 'Stock', isNumber: true, show: (row) => <Stock {...row} /> },
    { name: 'category', label: 'Category', isMinor: true },
    { name: 'state', label: 'Status', show: (row) => <StateChip product={row} /> },
  ],
  tools: Tools,
  bulkBar: lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar })),
}

function Tools() {
  const { may } = useSession()
  return (
    <>
      <FoundExport path="/api/admin/products/export" permission="catalog.read" />
      {may('catalog.write') && <Link to="/product-import">Import</Link>}
    </>
  )
}

function Counted({ count: value, of }: { count: number; of: string }) {
  const { count } = useFormat()
  return `${count(value)} ${of}`
}

function Stock({ stock, sold_out, low, variations }: ProductRow) {
  const { count } = useFormat()
  return (
    <>
      {stock === null ? 'Not counted' : count(stock)}
      {sold_out > 0 && (
        <small data-tone="bad">{variations === 1 ? 'Sold out' : `${count(sold_out)} sold out`}</small>
      )}
      {sold_out === 0 && low > 0 && <small>Few left</small>}
    </>
  )
}

function PriceRange({ price_from, price_to }: Pick<ProductRow, 'price_from' | 'price_to'>) {
  const { money } = useFormat()
  if (!price_from || !price_to) return '–'
  return price_from.amount === price_to.amount
    ? money(price_from)
    : `${money(price_from)} – ${money(price_to)}`
}
