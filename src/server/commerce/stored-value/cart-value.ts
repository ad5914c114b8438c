import { isUsable } from './ledger.ts'

/** An account on a cart with what it can pay, in minor units: with what the cart's unpaid order holds of it. */
export type CartValueRow = { account_id: number; kind: string; label: string; available: number }

/** SQL: the stored value on cart c that its owner may use, in the order of use. */
export const valuesOfCart = `coalesce((
      select json_agg(json_build_object('account_id', a.id, 'kind', a.kind, 'label', a.label, 'available', a.balance + coalesce((
        select sum(p.captured_amount - p.refunded_amount) from payments p join orders o on o.id = p.order_id
        where p.order_id = c.unpaid_order_id and p.value_account_id = a.id and p.status = 'paid' and o.status = 'pending_payment'
      ), 0)) order by v.added_at, a.id)
      from cart_values v join value_accounts a on a.id = v.account_id join channels h on h.id = c.channel_id
      where v.cart_id = c.id and a.currency = h.currency and (a.customer_id is null or a.customer_id = c.customer_id) and ${isUsable('a')}
    ), '[]')`

/** A part of a total that an account pays, in minor units. */
export type ValuePart = Pick<CartValueRow, 'account_id' | 'kind' | 'label'> & { amount: number }

/** What each account pays of a total: as much as it has, in their order. Later ones may pay nothing. */
export function spendValue(accounts: readonly CartValueRow[], total: number): ValuePart[] {
  let left = total
  return accounts.map(({ available, ...account }) => {
    const amount = Math.min(left, available)
    left -= amount
    return { ...account, amount }
  })
}

/** What the accounts of a cart can pay together. */
export const availableValue = (accounts: readonly CartValueRow[]): number =>
  accounts.reduce((sum, { available }) => sum + available, 0)
