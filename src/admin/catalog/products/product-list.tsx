import { ListBase, useListContext } from 'ra-core'
import { Link } from 'react-router'
import { useFormat } from '#admin/parts/format.ts'
import { ListSearch } from '#admin/parts/list-search.tsx'
import { Pager } from '#admin/parts/pager.tsx'
import { useTitle } from '#admin/parts/use-title.ts'
import { useSession } from '#admin/session-context.ts'
import type { ProductRow } from '#contract/admin/catalog/products.ts'
import { Button } from '#ui/button.tsx'
import { imageUrl } from '#ui/image-url.ts'
import { BulkBar } from './bulk-bar.tsx'
import css from './product-list.module.css'
import { StateChip } from './state-chip.tsx'
import { useProductOptions } from './use-product-options.ts'

/** All products. Search, filters, order and page are in the address. */
export default function ProductList() {
  useTitle('Products')
  return (
    <ListBase resource="products" perPage={25} sort={{ field: 'id', order: 'DESC' }} disableAuthentication>
      <Header />
      <Tools />
      <BulkBar />
      <Products />
      <Pager />
    </ListBase>
  )
}

function Header() {
  const { total } = useListContext<ProductRow>()
  const { count } = useFormat()
  const { may } = useSession()
  return (
    <div className={css.header}>
      <h1>Products</h1>
      <p role="status">{total === undefined ? '' : count(total)}</p>
      <div className={css.links}>
        <a href="/api/admin/products/export" download="products.csv">
          Export
        </a>
        {may('catalog.write') && (
          <>
            <Link to="/product-import">Import</Link>
            <Link className={css.add} to="/products/create">
              Add a product
            </Link>
          </>
        )}
      </div>
    </div>
  )
}

function Tools() {
  const { filterValues, setFilters, onUnselectItems } = useListContext<ProductRow>()
  const { data: options } = useProductOptions()
  function filter(name: string, value: string) {
    onUnselectItems()
    setFilters({ ...filterValues, [name]: value || undefined })
  }
  const choice = (name: string, label: string, choices: readonly (readonly [string | number, string])[]) => (
    <label className={css.filter}>
      <span>{label}</span>
      <select value={String(filterValues[name] ?? '')} onChange={({ target }) => filter(name, target.value)}>
        <option value="">All</option>
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <div className={css.tools}>
      <ListSearch label="Search products" placeholder="Name or SKU" onSearch={() => onUnselectItems()} />
      {choice(
        'category',
        'Category',
        (options?.categories ?? []).map(({ id, name, depth }) => [id, `${'  '.repeat(depth)}${name}`]),
      )}
      {choice(
        'brand',
        'Brand',
        (options?.brands ?? []).map(({ id, name }) => [id, name]),
      )}
      {choice('state', 'Status', [
        ['published', 'Published'],
        ['scheduled', 'Scheduled'],
        ['draft', 'Draft'],
      ])}
      {choice('stock', 'Stock', [
        ['out', 'Sold out'],
        ['low', 'Few left'],
      ])}
    </div>
  )
}

function Products() {
  const {
    data,
    isPending,
    error,
    sort,
    setSort,
    refetch,
    filterValues,
    setFilters,
    selectedIds,
    onSelect,
    onToggleItem,
  } = useListContext<ProductRow>()
  const { may } = useSession()
  const canWrite = may('catalog.write')
  if (error)
    return (
      <div role="alert" className={css.empty}>
        <p>{error.message}</p>
        <Button look="secondary" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  if (isPending) return <p role="status">Loading products …</p>
  if (data.length === 0)
    return (
      <div className={css.empty}>
        <p>{Object.values(filterValues).some(Boolean) ? 'No products found' : 'There are no products yet'}</p>
        {Object.values(filterValues).some(Boolean) && (
          <Button look="secondary" onClick={() => setFilters({})}>
            Show all
          </Button>
        )}
      </div>
    )
  const areAllSelected = data.every(({ id }) => selectedIds.includes(id))
  return (
    <table className={css.table}>
      <thead>
        <tr>
          {canWrite && (
            <th scope="col" className={css.choose}>
              <input
                type="checkbox"
                aria-label="Select all on this page"
                checked={areAllSelected}
                onChange={() => onSelect(areAllSelected ? [] : data.map(({ id }) => id))}
              />
            </th>
          )}
          <th scope="col" className={css.picture}>
            <span className="visually-hidden">Picture</span>
          </th>
          <th
            scope="col"
            aria-sort={
              sort.field === 'name' ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined
            }
          >
            <button
              type="button"
              onClick={() =>
                setSort({
                  field: 'name',
                  order: sort.field === 'name' && sort.order === 'ASC' ? 'DESC' : 'ASC',
                })
              }
            >
              Product
            </button>
          </th>
          <th scope="col">SKU</th>
          <th scope="col" className={css.number}>
            Stock
          </th>
          <th scope="col" className={css.number}>
            Price
          </th>
          <th scope="col">Category</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {data.map((product) => (
          <Row
            key={product.id}
            product={product}
            isSelected={selectedIds.includes(product.id)}
            onToggle={canWrite ? () => onToggleItem(product.id) : undefined}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { product: ProductRow; isSelected: boolean; onToggle: (() => void) | undefined }

function Row({ product, isSelected, onToggle }: RowProps) {
  const { count } = useFormat()
  const { name, image_path, sku, variations, stock, sold_out, low } = product
  return (
    <tr data-chosen={isSelected || undefined}>
      {onToggle && (
        <td className={css.choose}>
          <input type="checkbox" aria-label={`Select ${name}`} checked={isSelected} onChange={onToggle} />
        </td>
      )}
      <td className={css.picture}>
        {image_path ? (
          <img src={imageUrl(image_path, 320)} alt="" loading="lazy" width={44} height={44} />
        ) : (
          <span className={css.noPicture} />
        )}
      </td>
      <th scope="row">
        <Link to={`/products/${product.id}/show`}>{name}</Link>
        {product.brand && <small>{product.brand}</small>}
      </th>
      <td className={css.sku}>
        {sku}
        {variations > 1 && <small>{count(variations)} variations</small>}
      </td>
      <td className={`${css.number} ${css.stock}`}>
        {stock === null ? 'Not counted' : count(stock)}
        {sold_out > 0 && (
          <small data-tone="bad">{variations === 1 ? 'Sold out' : `${count(sold_out)} sold out`}</small>
        )}
        {sold_out === 0 && low > 0 && <small>Few left</small>}
      </td>
      <td className={css.number}>
        <PriceRange {...product} />
      </td>
      <td className={css.category}>{product.category}</td>
      <td className={css.state}>
        <StateChip product={product} />
      </td>
    </tr>
  )
}

function PriceRange({ price_from, price_to }: Pick<ProductRow, 'price_from' | 'price_to'>) {
  const { money } = useFormat()
  if (!price_from || !price_to) return '–'
  return price_from.amount === price_to.amount
    ? money(price_from)
    : `${money(price_from)} – ${money(price_to)}`
}
