import type { FaultInjector } from './fault-injector.ts'
import type { LedgerEntry } from './gateway.ts'
import type { Delivery } from './message-services.ts'
import type { ShopState } from './shop-state.ts'
import type { ShopperRecord } from './shopper.ts'

export type Figure = [what: string, figure: string]

type Counted = {
  records: readonly ShopperRecord[]
  shopState: ShopState
  ledger: readonly LedgerEntry[]
  deliveries: readonly Delivery[]
  injectors: Record<string, FaultInjector>
  forged: { sent: number; accepted: number }
}

/** The load and the injected faults, without which a run that found nothing has no meaning. */
export function runFigures({ records, shopState, ledger, deliveries, injectors, forged }: Counted): Figure[] {
  const acknowledged = new Set(records.flatMap(({ orders }) => orders.map(({ order_id }) => order_id)))
  const count = (things: readonly unknown[]) => String(things.length)
  const messages = new Set(deliveries.map(({ channel, id }) => `${channel} ${id}`))
  return [
    ['Requests with an injected fault', Object.entries(injectors).map(faultsOf).join('; ')],
    ['Forged payment events sent, accepted', `${forged.sent}, ${forged.accepted}`],
    ['Orders acknowledged to shoppers', String(acknowledged.size)],
    ['Orders placed in the end', count(shopState.orders.filter(({ status }) => status === 'placed'))],
    ['Refused as sold out', count(records.filter(({ refusal }) => refusal === 'OUT_OF_STOCK'))],
    ['Uses and budget of promotions', shopState.promotions.map(useOf).join('; ')],
    ['Payments captured by the gateway', count(ledger.filter(({ captured }) => captured > 0))],
    ['Payments refunded', count(ledger.filter(({ refunds }) => refunds.length > 0))],
    ['Messages delivered', String(messages.size)],
    ['Of these repeated with the same id', String(deliveries.length - messages.size)],
  ]
}

const useOf = ({ used_count, usage_limit, spent, budget }: ShopState['promotions'][number]) =>
  usage_limit === null ? `${spent} of ${budget} paise` : `${used_count} of ${usage_limit} orders`

function faultsOf([who, { counts }]: [string, FaultInjector]): string {
  const { none, ...faults } = counts
  const all = Object.values(faults).reduce((sum, one) => sum + one, 0)
  const kinds = Object.entries(faults).map(([what, times]) => `${what} ${times}`)
  return `${who} ${all} of ${none + all} (${kinds.join(', ')})`
}
