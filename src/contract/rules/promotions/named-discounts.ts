import { type Money, spread } from '#contract/money.ts'

/** A promotion or coupon on a line, an order or its delivery, with what it took off when it was ordered, in minor units. */
export type NamedDiscount = {
  key: string
  name: string
  code: string | null
  amount: number
  /** The line is its gift. */
  is_gift?: true
}

/**
 * The discount of a line by name. A line that was split has a part of the ordered discount: each name the same part of it, and together
 * exactly its discount.
 * @param ordered null: the discount has no name
 */
export function namedDiscounts(discount: number, ordered: readonly NamedDiscount[] | null): NamedDiscount[] {
  if (!ordered || ordered.length === 0) return []
  const parts = spread(
    discount,
    ordered.map(({ amount }) => amount),
  )
  return ordered.flatMap((named, at) => (parts[at] ? [{ ...named, amount: parts[at] }] : []))
}

/** A discount of staff, where others on the order have names. */
export const staffDiscount = (amount: number): NamedDiscount => ({
  key: 'staff',
  name: 'Discount',
  code: null,
  amount,
})

/** All of a line's discount by name: what the named ones are less than it is of staff. */
export const withStaffPart = (named: readonly NamedDiscount[], discount: number): NamedDiscount[] => {
  const rest = discount - named.reduce((sum, { amount }) => sum + amount, 0)
  return rest > 0 ? sumByName([...named, staffDiscount(rest)]) : [...named]
}

/** As sums show it: 'Discount (WELCOME10)', else the name of the promotion. */
export const discountLabel = ({ name, code }: Pick<NamedDiscount, 'name' | 'code'>) =>
  code === null ? name : `Discount (${code})`

/** The products that a cart gets as gifts, as a request to order it names them; undefined without any. */
export const giftsOfCart = (
  items: readonly { product_id: number; gift?: object | undefined }[],
): string | undefined =>
  items.flatMap(({ gift, product_id }) => (gift ? product_id : [])).join(' ') || undefined

/** Discounts of several lines, each name once. */
export function sumByName(all: readonly NamedDiscount[]): NamedDiscount[] {
  const sums = new Map<string, NamedDiscount>()
  for (const named of all) {
    const known = sums.get(named.key)
    sums.set(named.key, known ? { ...known, amount: known.amount + named.amount } : named)
  }
  return [...sums.values()]
}

/** As the customer reads it: what the items that stay lose of a discount. */
export const lostText = (name: string, amount: string) =>
  `“${name}” no longer applies in full to what you keep: ${amount} is deducted.`

/** The amount that a refusal BENEFIT_LOST shows, for the request that accepts it; undefined for another refusal. */
export const amountToAccept = ({ code, data }: { code: string; data?: unknown }): number | undefined =>
  code === 'BENEFIT_LOST' ? (data as { amount: Money }).amount.amount : undefined
