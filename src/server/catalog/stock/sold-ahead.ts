import type { SoldAheadRule } from '#contract/admin/catalog/product-actions.ts'
import type { SoldAhead } from '#contract/catalog.ts'
import { dayText } from '#contract/rules/day-text.ts'
import type { Day } from '#contract/rules/delivery-dates.ts'
import { availableAt } from '#contract/rules/delivery-terms.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { OrderMailBlock } from '#server/platform/kernel/plugin.ts'
import { json } from '#server/platform/kernel/schema.ts'

/** The rule of a variation with the pieces that are there beyond its safety stock; below zero: sold ahead already. */
export type RuleRow = SoldAheadRule & { ready: number }

/** SQL: the `RuleRow` of variation v; null for one that is sold while in stock, or not counted. */
export const soldAhead = (stock = 'v.stock') => `case when v.tracks_stock and v.sold_ahead is not null
  then v.sold_ahead || jsonb_build_object('ready', ${stock} + v.held_back - v.safety_stock) end`

/** What is said of so many pieces; undefined while all of them are there. A pre-order is one whatever is there. */
export function aheadOf(rule: RuleRow | null, locale: string, quantity = 1): SoldAhead | undefined {
  if (!rule || (rule.kind === 'backorder' && quantity <= rule.ready)) return undefined
  const days = rule.kind === 'backorder' ? rule.days : null
  const date = rule.kind === 'preorder' ? rule.date : null
  const label = rule.kind === 'preorder' && { label: 'Pre-order' }
  return { kind: rule.kind, text: textOf(rule, locale), ...label, days, date }
}

const textOf = (rule: SoldAheadRule, locale: string) =>
  rule.kind === 'backorder'
    ? rule.text
    : `${rule.text || 'Pre-order'}, ships from ${dayText(rule.date, locale, 'UTC')}`

/** What staff tell a customer on the phone of pieces that are not there: the text of the rule with the day. */
export const promiseText = (rule: RuleRow, locale: string, now = new Date()) =>
  rule.kind === 'preorder'
    ? textOf(rule, locale)
    : `${rule.text}, from ${dayText(availableAt({ date: null, days: rule.days }, now), locale, 'UTC')}`

/** @returns the days from `today` until so many pieces are there to be sent; 0: they are */
export function daysUntilThere(rule: RuleRow | null, quantity: number, today: Day): number {
  if (!rule || (rule.kind === 'backorder' && quantity <= rule.ready)) return 0
  if (rule.kind === 'backorder') return rule.days
  return Math.max(0, (Date.parse(rule.date) - Date.parse(today)) / DAY_MS)
}

const DAY_MS = 86_400_000

/** As cart and orders show it, a field of the line. */
export const aheadField = (text: string) => ({ label: 'Delivery', value: text })

/** What a line of a cart says of the pieces that are not there. */
export function fieldOfLine(rule: RuleRow | null, locale: string, quantity: number) {
  const ahead = aheadOf(rule, locale, quantity)
  if (!rule || !ahead) return []
  const there = rule.kind === 'preorder' ? 0 : Math.max(0, rule.ready)
  return [aheadField(withCount(ahead.text, quantity - there, quantity))]
}

const withCount = (text: string, ahead: number, all: number) =>
  ahead < all ? `${text} (${ahead} of ${all})` : text

/**
 * Notes on new lines of an order the promise for those of their pieces that are not there yet. Their stock is reserved: their
 * variations are locked.
 * @returns it as blocks of the order's mail
 */
export async function storeAhead(tx: Tx, orderId: number): Promise<OrderMailBlock[]> {
  const lines = await aheadLines.all(tx, orderId)
  const promised = lines.flatMap(({ id, name, quantity, rule, locale }) => {
    const ahead = aheadOf(rule, locale)
    if (!ahead) return []
    const text = withCount(ahead.text, quantity.ahead, quantity.all)
    return [
      { id, name, kind: ahead.kind, text, date: ahead.date, days: ahead.days, quantity: quantity.ahead },
    ]
  })
  if (promised.length > 0) await promise.all(tx, json(promised))
  return promised.map(({ name, text }) => ({ label: name, lines: [text] }))
}

const aheadLines = prepared<{
  id: number
  name: string
  quantity: { all: number; ahead: number }
  rule: RuleRow
  locale: string
}>(
  'lines sold ahead',
  `select i.id, i.name, r.rule, c.locale, json_build_object('all', i.quantity, 'ahead',
      case when r.rule ->> 'kind' = 'preorder' then i.quantity else least(i.quantity, -(r.rule ->> 'ready')::integer) end) as quantity
  from order_items i join variations v on v.id = i.variation_id
  join orders o on o.id = i.order_id join channels c on c.id = o.channel_id
  cross join lateral (select ${soldAhead()} as rule) r
  where i.order_id = $1::bigint and i.sold_ahead is null and i.cancellation_id is null
    and (r.rule ->> 'kind' = 'preorder' or (r.rule ->> 'ready')::integer < 0)
  order by i.id`,
)

const promise = prepared(
  'promise of lines',
  `update order_items i set sold_ahead = jsonb_build_object('kind', l.kind, 'text', l.text, 'quantity', l.quantity,
    'date', coalesce(l.date, (current_date + l.days)::text))
  from json_to_recordset($1::json) as l(id bigint, kind text, text text, date text, days integer, quantity integer)
  where i.id = l.id`,
)
