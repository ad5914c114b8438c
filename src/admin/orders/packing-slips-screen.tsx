import { useQueries } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { OrderDetail } from '#contract/admin/orders.ts'
import { previewPathOf } from '#contract/rules/customisation-image.ts'
import { Button } from '#ui/button.tsx'
import { api } from '../api.ts'
import { useFormat } from '../parts/format.ts'
import { useTitle } from '../parts/screen-frame.tsx'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { locationOf } from './order-items.tsx'
import css from './packing-slips.module.css'
import { PickingList } from './picking-list.tsx'

const LIMIT = 100

/**
 * Packing slips of the orders in `?ids=7,8`, one per printed sheet: what is still to be shipped, without prices. Of several orders the first
 * sheet is the picking list.
 */
export default function PackingSlipsScreen() {
  useTitle('Packing slips')
  const [query] = useSearchParams()
  const ids = (query.get('ids') ?? '')
    .split(',')
    .map(Number)
    .filter((id) => id > 0)
    .slice(0, LIMIT)
  const orders = useQueries({
    queries: ids.map((id) => ({
      queryKey: queryKeys.record('orders', id),
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.adminOrders.get({ id }, signal)).data,
    })),
  })
  const isPending = orders.some((order) => order.isPending)
  const failed = orders.filter((order) => order.error).length
  const loaded = orders.flatMap(({ data }) => data ?? [])
  return (
    <>
      <div className={css.head}>
        <h1>Packing slips</h1>
        <Link to="/orders">Orders</Link>
        <Button disabled={isPending || ids.length === 0} onClick={() => print()}>
          Print {ids.length === 1 ? 'the slip' : `the picking list and ${ids.length} slips`}
        </Button>
      </div>
      {isPending && <p role="status">Loading the orders …</p>}
      {failed > 0 && <p role="alert">{failed} of these orders could not be loaded.</p>}
      {ids.length === 0 && <p>Select orders in the list first.</p>}
      {!isPending && loaded.length > 1 && <PickingList orders={loaded} />}
      {loaded.map((order) => (
        <Slip key={order.id} order={order} />
      ))}
    </>
  )
}

function Slip({ order }: { order: OrderDetail }) {
  const { session } = useSession()
  const { time, count } = useFormat()
  const to = order.shipping_address
  const lines = order.left_to_ship.flatMap(({ order_item_id, quantity }) => {
    const item = order.productchannel.find(({ id }) => id === order_item_id)
    return item ? [{ ...item, left: quantity }] : []
  })
  return (
    <article className={css.slip} aria-label={`Packing slip of ${order.order_no}`}>
      <header>
        <strong>{session.shop.name}</strong>
        <h2>{order.order_no}</h2>
        <p>{time(order.placed_at)}</p>
      </header>
      <address>
        {[
          `${to.first_name} ${to.last_name}`,
          to.address_line_1,
          to.address_line_2,
          `${to.city} ${to.postcode}`,
          to.state_name,
          order.phone,
        ]
          .filter((line) => line?.trim())
          .map((line) => (
            <span key={line}>{line}</span>
          ))}
      </address>
      <p>{order.shipping_method.name}</p>
      {lines.length === 0 ? (
        <p>Everything of this order is shipped.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Quantity</th>
              <th scope="col">Product</th>
              <th scope="col">SKU</th>
              <th scope="col">Packed</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, name, sku, left, fields, additonal_data }) => (
              <tr key={id}>
                <td>{count(left)}</td>
                <th scope="row">
                  {name}
                  {locationOf(order, id) && <small>From {locationOf(order, id)}</small>}
                  {fields?.map(({ value }) => (
                    <small key={value}>{value}</small>
                  ))}
                  {additonal_data?.custom_text && <small>“{additonal_data.custom_text}”</small>}
                  {additonal_data?.image_path && (
                    <img
                      className={css.picture}
                      src={`/media/${previewPathOf(additonal_data.image_path)}`}
                      alt="From the customer"
                      width={96}
                      height={96}
                    />
                  )}
                </th>
                <td>{sku}</td>
                <td>
                  <span className={css.box} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {order.instruction && <p>Note from the customer: {order.instruction}</p>}
    </article>
  )
}
