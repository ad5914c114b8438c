import { sql } from 'kysely'
import { orThrow } from '#contract/envelope.ts'
import type { SlotLoaders } from '#server/platform/kernel/plugin.ts'
import { callWith, type FormRow } from '#server/platform/kernel/post-form.ts'
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
