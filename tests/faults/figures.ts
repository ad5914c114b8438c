import type { LedgerEntry } from './gateway.ts'
import type { Delivery } from './post-office.ts'
import type { Books } from './shop-books.ts'
import type { Story } from './shopper.ts'
import type { Weather } from './weather.ts'

export type Figure = [what: string, figure: string]

type Counted = {
  stories: readonly Story[]
  books: Books
  ledger: readonly LedgerEntry[]
  deliveries: readonly Delivery[]
  weather: Record<string, Weather>
  forged: { sent: number; believed: number }
}

/** How much was going on, so that a reader can tell what it means that nothing went wrong. */
export function countUp({ stories, books, ledger, deliveries, weather, forged }: Counted): Figure[] {
  const acknowledged = new Set(stories.flatMap(({ orders }) => orders.map(({ order_id }) => order_id)))
  const count = (things: readonly unknown[]) => String(things.length)
  const messages = new Set(deliveries.map(({ channel, id }) => `${channel} ${id}`))
  return [
    ['Requests that met trouble', Object.entries(weather).map(troublesOf).join('; ')],
    ['Forged payment events sent, believed', `${forged.sent}, ${forged.believed}`],
    ['Orders acknowledged to shoppers', String(acknowledged.size)],
    ['Orders placed in the end', count(books.orders.filter(({ status }) => status === 'placed'))],
    ['Refused as sold out', count(stories.filter(({ refusal }) => refusal === 'OUT_OF_STOCK'))],
    ['Payments taken by the payment company', count(ledger.filter(({ captured }) => captured > 0))],
    ['Payments given back', count(ledger.filter(({ refunds }) => refunds.length > 0))],
    ['Messages that arrived', String(messages.size)],
    ['Of these again under the same id', String(deliveries.length - messages.size)],
  ]
}

function troublesOf([who, { met }]: [string, Weather]): string {
  const { none, ...bad } = met
  const all = Object.values(bad).reduce((sum, one) => sum + one, 0)
  const kinds = Object.entries(bad).map(([what, times]) => `${what} ${times}`)
  return `${who} ${all} of ${none + all} (${kinds.join(', ')})`
}
