import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OrderBatch } from '#contract/admin/orders.ts'
import { Button } from '#ui/button.tsx'
import { api } from '../api.ts'
import { useFormat } from '../parts/format.ts'
import { queryKeys } from '../query-keys.ts'
import { labelsUrl } from './bookings.tsx'
import css from './order-list.module.css'

const KEY = queryKeys.orderBatch
const CLOSED = 'closed order batch'
const verbs: Record<OrderBatch['action'], string> = { pack: 'packed', ship: 'shipped', book: 'booked' }
const POLL_MS = 1_500

/** Shows the results of a bulk action below the tabs, from its start on. */
export function useBatchResults() {
  const client = useQueryClient()
  return (batch: OrderBatch) => client.setQueryData(KEY, batch)
}

/** The results of the latest bulk action, until they are closed: also after the tab was, because the job went on without it. */
export function BatchResults({ onProgress }: { onProgress: () => unknown }) {
  const [closed, setClosed] = useState(() => Number(localStorage.getItem(CLOSED) ?? 0))
  const { time, count } = useFormat()
  const client = useQueryClient()
  const { data: batch } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<OrderBatch | null>(KEY)
      const { data } = await api.adminOrders.batch({}, signal)
      // Also for its last orders: the batch has ended since it was last read.
      if ([before, data].some((known) => known && !known.is_finished)) void onProgress()
      return data
    },
    refetchInterval: ({ state }) => (state.data && !state.data.is_finished ? POLL_MS : false),
  })
  if (!batch || batch.id <= closed) return null
  const done = batch.results.filter(({ is_done, code }) => is_done && code === null)
  const refused = batch.results.filter(({ code }) => code !== null)
  const close = () => {
    localStorage.setItem(CLOSED, String(batch.id))
    setClosed(batch.id)
  }
  return (
    <section className={css.results} aria-label="Results">
      <p role="status">
        <strong>
          {count(done.length)} of {count(batch.results.length)} orders {verbs[batch.action]}
        </strong>
        {batch.is_finished ? '' : ' so far; this goes on when you leave'}
        <small>{time(batch.created_at)}</small>
      </p>
      {refused.length > 0 && (
        <ul>
          {refused.map(({ id, order_no, message }) => (
            <li key={id}>
              <Link to={`/orders/${id}/show`}>{order_no}</Link> {message}
            </li>
          ))}
        </ul>
      )}
      {batch.action === 'book' && done.length > 0 && (
        <a
          href={labelsUrl(
            done.map(({ id }) => id),
            'order',
          )}
          target="_blank"
          rel="noreferrer"
        >
          Labels of {count(done.length)}
        </a>
      )}
      {batch.is_finished && (
        <Button look="quiet" onClick={close}>
          Close results
        </Button>
      )}
    </section>
  )
}
