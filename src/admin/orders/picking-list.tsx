import type { OrderDetail } from '#contract/admin/orders.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { imageUrl } from '#ui/image-url.ts'
import { useFormat } from '../parts/format.ts'
import { locationOf } from './order-items.tsx'
import css from './packing-slips.module.css'

type Picked = {
  location: string | undefined
  sku: string
  name: string
  path: string | undefined
  quantity: number
  orders: string[]
  /** Pieces that were sold ahead, by the day that was promised. */
  ahead: Record<string, number>
}

/** What is to be fetched for all of the orders: a line per product, by SKU, with the orders that it is for. */
export function PickingList({ orders }: { orders: readonly OrderDetail[] }) {
  const { count, day } = useFormat()
  const products = productsOf(orders)
  return (
    <article className={css.slip} aria-label="Picking list">
      <header>
        <h2>Picking list</h2>
        <p>
          {count(orders.length)} orders, {count(products.reduce((sum, { quantity }) => sum + quantity, 0))}{' '}
          pieces
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Product</th>
            <th scope="col">SKU</th>
            <th scope="col">Picked</th>
          </tr>
        </thead>
        <tbody>
          {products.map(({ location, sku, name, path, quantity, orders: numbers, ahead }) => (
            <tr key={`${location} ${sku || name}`}>
              <td>{count(quantity)}</td>
              <th scope="row">
                {path && (
                  <img className={css.thumb} src={imageUrl(path, 320)} alt="" width={36} height={36} />
                )}
                {name}
                {location && <small>{location}</small>}
                <small>{numbers.join(', ')}</small>
                {Object.entries(ahead)
                  .toSorted()
                  .map(([date, pieces]) => (
                    <small key={date}>
                      {count(pieces)} promised for {day(date)}
                    </small>
                  ))}
              </th>
              <td className={css.sku}>{sku}</td>
              <td>
                <span className={css.box} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}

/** The pieces of all orders that are still to be shipped, added up by location and SKU. */
export function productsOf(orders: readonly OrderDetail[]): Picked[] {
  const bySku = new Map<string, Picked>()
  for (const order of orders)
    for (const { order_item_id, quantity, ahead } of order.left_to_ship) {
      const item = order.productchannel.find(({ id }) => id === order_item_id)
      if (!item) continue
      const { sku, name, image } = item
      const location = locationOf(order, order_item_id)
      const key = `${location ?? ''} ${sku || name}`
      const picked = bySku.get(key) ?? {
        location,
        sku,
        name,
        path: image?.path,
        quantity: 0,
        orders: [],
        ahead: {},
      }
      bySku.set(key, {
        ...picked,
        quantity: picked.quantity + quantity,
        ahead: ahead
          ? { ...picked.ahead, [ahead.date]: (ownValue(picked.ahead, ahead.date) ?? 0) + ahead.quantity }
          : picked.ahead,
        orders: [...picked.orders, quantity > 1 ? `${order.order_no} (${quantity})` : order.order_no],
      })
    }
  const keys = [...bySku.keys()].toSorted()
  return keys.flatMap((key) => bySku.get(key) ?? [])
}
