import { sql } from 'kysely'
import { orThrow } from '#contract/envelope.ts'
import type { SlotLoaders } from '#server/platform/kernel/plugin.ts'
import { callWith, type FormRow } from '#server/platform/kernel/post-form.ts'
import type { SoldCard } from './contract.ts'
import { giftCard } from './plugin.ts'

/** On the cart's page and the steps of the checkout. */
const onCart: Pick<FormRow, 'page' | 'fields' | 'isOnAnyPage' | 'next'> = {
  page: '/cart',
  isOnAnyPage: true,
  fields: [],
  next: (_, { return_to }) => return_to ?? '/cart',
}

/** The forms that work without JavaScript. ADR 0026. */
export const giftCardForms: Record<'apply-gift-card' | 'remove-gift-card', FormRow> = {
  'apply-gift-card': { ...onCart, calls: callWith('giftCards.apply', ['code']) },
  'remove-gift-card': { ...onCart, calls: callWith('giftCards.remove', ['id']) },
}

export const giftCardSlots: SlotLoaders = {
  /** Without codes, and for who may read the order. */
  async 'order.actions'({ order_no, token }, { api, db }) {
    const { rows } = await sql<SoldCard>`
      select a.id, a.label, d.sent_at, d.send_at, s.voided_at is not null as is_void
      from orders o join order_items i on i.order_id = o.id join gift_card_sales s on s.order_item_id = i.id
      join value_accounts a on a.id = s.account_id join gift_card_deliveries d on d.id = a.id
      where o.order_no = ${order_no} order by i.id, s.piece`.execute(db)
    if (rows.length === 0) return undefined
    const reply = await api.orders.item({ order_no, ...(token !== null && { token }) })
    return reply.status === 'success' ? { cards: rows } : undefined
  },

  async 'product.options'({ product_id }, { db }) {
    const { rows } = await sql<{ today: string }>`
      select to_char(now(), 'YYYY-MM-DD') as today from variations v join products p on p.id = v.product_id
      where v.id = ${product_id} and p.kind = 'voucher'`.execute(db)
    return rows[0]
  },

  async 'cart.value'({ cart_session }, { api }) {
    const cart = orThrow(await api.cart.get({ cart_session }))
    const cards = (cart.stored_value?.parts ?? []).filter(({ kind }) => kind === giftCard.module_name)
    return { parts: cards.map(({ id, label }) => ({ id, label })) }
  },
}
