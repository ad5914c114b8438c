import { taxContained, taxOnTop } from '#contract/money.ts'
import { reasonsOfShop } from '#contract/rules/order-reasons.ts'
import { type NamedDiscount, namedDiscounts, sumByName } from '#contract/rules/promotions/named-discounts.ts'
import {
  type BenefitChange,
  type CountedPieces,
  type OrderedPromotion,
  reEvaluate,
  withinCost,
} from '#contract/rules/promotions/re-evaluate.ts'
import { type LineAmounts, lineWithout, unshippedPart } from '#contract/rules/split-amounts.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import type { LineBenefit } from './model/lost-benefits.ts'
import type { Repriced } from './model/order-change.ts'
import { lineColumns, type OrderLine } from './order-lines.ts'

export type Benefits = {
  changes: LineBenefit[]
  /** What the customer pays for them. */
  cost: number
  /** Lines with gifts that go with their cause. */
  gifts: number[]
  repriced: Repriced[]
}

export const noBenefits: Benefits = { changes: [], cost: 0, gifts: [], repriced: [] }

type Leaving = {
  status: string
  /** Pieces of lines that leave. */
  pieces: ReadonlyMap<number, LineAmounts>
  /** Their worth: what the rest loses is not more. */
  worth: number
}

/** What the rest of an order loses when pieces of it are cancelled before they are sent. What shipments have billed stays. ADR 0034. */
export async function benefitsOfCancelled(tx: Tx, orderId: number, leaving: Leaving): Promise<Benefits> {
  const order = await termsOf.first(tx, orderId, ...ofShop)
  if (!order) return noBenefits
  const rest = order.lines.flatMap((line): Rest[] => {
    if (line.is_of_shop) return [restOf(line, line, false)]
    if (line.status !== leaving.status) return []
    const unshipped = unshippedPart(line, line.shipped)
    const taken = leaving.pieces.get(line.id)
    return [
      restOf(line, lineWithout(line, unshipped), false),
      restOf(line, taken ? lineWithout(unshipped, taken) : unshipped, true),
    ]
  })
  const found = changesOf(order, rest)
  const [lostGifts, others] = [found.filter(isLostGift), found.filter((change) => !isLostGift(change))]
  const changes = limited(order, rest, others, leaving.worth)
  return {
    changes,
    cost: costOf(order, changes),
    gifts: lostGifts.flatMap(({ at }) => rest[at]?.line.id ?? []),
    repriced: [...Map.groupBy(changes, ({ item_id }) => item_id)].map(([id, own]) =>
      repricedOf(
        own,
        order.lines.find((line) => line.id === id),
        leaving.pieces.get(id),
      ),
    ),
  }
}

/**
 * What the rest of a delivered order loses by a return that is written already: its items no longer count. A gift that stays is paid.
 * ADR 0034.
 */
export async function benefitsOfReturned(tx: Tx, orderId: number, worth: number): Promise<Benefits> {
  const order = await termsOf.first(tx, orderId, ...ofShop)
  if (!order) return noBenefits
  const rest = order.lines.flatMap((line): Rest[] =>
    line.is_of_shop || line.status === 'delivered' ? [restOf(line, line, !line.is_of_shop)] : [],
  )
  const changes = limited(order, rest, changesOf(order, rest), worth)
  return { ...noBenefits, changes, cost: costOf(order, changes) }
}

const isLostGift = ({ named, less }: BenefitChange) => named.is_gift === true && less > 0

type Line = OrderLine & {
  tax_rate: number
  adjustments: NamedDiscount[] | null
  keys: string[] | null
  /** It left for a reason of the shop, or is exchanged. */
  is_of_shop: boolean
}

type Terms = {
  promotions: OrderedPromotion[]
  is_tax_included: boolean
  tax_parts: 1 | 2
  lines: Line[]
}

type Rest = { line: Line; amounts: LineAmounts; counted: CountedPieces }

function restOf(line: Line, amounts: LineAmounts, is_open: boolean): Rest {
  const { quantity, unit_price, discount } = amounts
  const named = namedDiscounts(discount, line.adjustments)
  return { line, amounts, counted: { quantity, unit_price, discount, named, keys: line.keys, is_open } }
}

const changesOf = ({ promotions }: Terms, rest: readonly Rest[]) =>
  reEvaluate(
    promotions,
    rest.map(({ counted }) => counted),
  )

function limited(order: Terms, rest: readonly Rest[], found: readonly BenefitChange[], worth: number) {
  const toBenefits = (changes: readonly BenefitChange[]) => withTaxes(order, rest, changes)
  return toBenefits(withinCost(found, worth, (changes) => costOf(order, toBenefits(changes))))
}

/** The tax of a line follows what is paid for it. */
function withTaxes(order: Terms, rest: readonly Rest[], changes: readonly BenefitChange[]): LineBenefit[] {
  const taxOf = order.is_tax_included ? taxContained : taxOnTop
  const now = new Map<number, { total: number; tax: number }>()
  return changes.flatMap(({ at, named, less }) => {
    const found = rest[at]
    if (!found) return []
    const { line, amounts } = found
    const before = now.get(at) ?? amounts
    const total = before.total + less
    const tax = taxOf(total, line.tax_rate, order.tax_parts)
    now.set(at, { total, tax })
    return [{ ...named, item_id: line.id, item: line.name, amount: less, tax: tax - before.tax }]
  })
}

/** What the customer pays for the changes. */
export const costOf = (
  { is_tax_included }: Pick<Terms, 'is_tax_included'>,
  changes: readonly LineBenefit[],
) => changes.reduce((sum, { amount, tax }) => sum + amount + (is_tax_included ? 0 : tax), 0)

/** Of a line what is not cancelled keeps its other discounts. */
function repricedOf(own: readonly LineBenefit[], line: Line | undefined, taken?: LineAmounts): Repriced {
  if (!line) throw new Error('A benefit has a line')
  const of = (name: 'amount' | 'tax') => own.reduce((sum, change) => sum + change[name], 0)
  const { discount } = taken ? lineWithout(line, taken) : line
  const less = own.map(({ item_id: _, item: __, tax: ___, ...named }) => ({
    ...named,
    amount: -named.amount,
  }))
  const adjustments = sumByName([...namedDiscounts(discount, line.adjustments), ...less]).filter(
    ({ amount }) => amount > 0,
  )
  return { item_id: line.id, discount: -of('amount'), tax: of('tax'), total: of('amount'), adjustments }
}

/** Of a return: the amount that is left of it, and why. */
export const storeBenefits = async (
  tx: Tx,
  refundId: number,
  { amount, changes }: { amount: number; changes: readonly LineBenefit[] },
) => void (await store.all(tx, refundId, amount, changes.length > 0 ? json(changes) : null))

const store = prepared(
  'store benefits of return',
  'update refunds set amount = $2::bigint, benefit_changes = $3::jsonb where id = $1::bigint',
)

const ofShop = [[...reasonsOfShop.cancel], [...reasonsOfShop.refund]] as const

const termsOf = prepared<Terms>(
  'promotion terms of order',
  `select coalesce(o.promotion_terms, '[]') as promotions, o.is_tax_included, case country.code when 'IN' then 2 else 1 end as tax_parts,
    coalesce((
      select json_agg(line order by line.id) from (
        select ${lineColumns}, i.tax_rate, i.adjustments,
          (select s.promotion_keys from order_items s where s.id = coalesce(i.split_from, i.id)) as keys,
          i.status = 'cancelled' and exists (
            select from order_cancellations k where k.id = i.cancellation_id and k.reason = any($2::text[])
          ) or exists (
            select from refund_items x join refunds r on r.id = x.refund_id
            where x.order_item_id = i.id and r.status <> 'refund_rejected' and (x.reason = any($3::text[]) or r.exchange_order_id is not null)
          ) as is_of_shop
        from order_items i where i.order_id = o.id
      ) line
    ), '[]') as lines
  from orders o join channels c on c.id = o.channel_id join countries country on country.id = c.country_id
  where o.id = $1::bigint and o.promotion_terms is not null`,
)
