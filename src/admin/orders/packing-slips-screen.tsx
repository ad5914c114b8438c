import { useQueries } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { api } from '../api.ts'
import { useTitle } from '../parts/screen-frame.tsx'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { PackingSlip, slipOf } from './packing-slip.tsx'
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
  const look = useSession().session.shop.slips
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
        <PackingSlip key={order.id} slip={slipOf(order)} look={look} />
      ))}
    </>
  )
}
