import { orThrow } from '#contract/envelope.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import type { SlotLoaders } from '#server/platform/kernel/plugin.ts'
import { callWith, type FormRow } from '#server/platform/kernel/post-form.ts'
import { storeCredit } from './contract.ts'

/** On the cart's page and the steps of the checkout. */
const onCart = (call: 'storeCredit.apply' | 'storeCredit.remove'): FormRow => ({
  page: '/cart',
  isOnAnyPage: true,
  fields: [],
  calls: callWith(call, []),
  next: (_, { return_to }) => return_to ?? '/cart',
})

/** The forms that work without JavaScript. ADR 0026. */
export const storeCreditForms: Record<'apply-store-credit' | 'remove-store-credit', FormRow> = {
  'apply-store-credit': onCart('storeCredit.apply'),
  'remove-store-credit': onCart('storeCredit.remove'),
}

export const storeCreditSlots: SlotLoaders = {
  async 'cart.value'({ cart_session }, { api, visitor }) {
    if (visitor.customerId === null) return undefined
    const { balance } = orThrow(await api.storeCredit.get({}))
    const { stored_value } = orThrow(await api.cart.get({ cart_session }))
    const is_applied = stored_value?.parts.some(({ kind }) => kind === storeCredit.module_name) ?? false
    return balance.amount > 0 || is_applied ? { balance, is_applied } : undefined
  },
  async 'account.panel'({ panel, query = '' }, { api, visitor }) {
    if (panel !== 'store-credit' || visitor.customerId === null) return undefined
    const page = Math.min(
      1_000,
      Math.max(1, Number.parseInt(new URLSearchParams(query).get('page') ?? '', 10) || 1),
    )
    const [credit, storefront] = await Promise.all([api.storeCredit.get({ page }), api.storefront.all()])
    return { ...orThrow(credit), timeZone: timeZoneOf(orThrow(storefront).channel.locale) }
  },
}
