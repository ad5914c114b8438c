import type { SlotLoaders } from '#server/platform/kernel/plugin.ts'
import { callWith, type FormRow, fieldIn } from '#server/platform/kernel/post-form.ts'
import { LONGEST_TOKEN } from './cart-link.server.ts'
import { abandonedCartEndpoints, type LeftCart } from './contract.ts'
import { missedNotice } from './handlers.server.ts'

/** Works without JavaScript. ADR 0026. */
export const abandonedCartForms: Record<'restore-cart', FormRow> = {
  'restore-cart': {
    page: '/cart',
    fields: [],
    calls: callWith('abandonedCart.restore', ['token']),
    next(data) {
      const { missed } = abandonedCartEndpoints.restore.data
        .pick({ missed: true })
        .parse({ missed: fieldIn(data, 'missed') })
      const notice = missedNotice(missed)
      return notice ? { page: '/cart', notice } : '/cart'
    },
  },
}

export const abandonedCartSlots: SlotLoaders = {
  async 'cart.top'({ cart_session, query = '' }, { api }): Promise<LeftCart | undefined> {
    const token = new URLSearchParams(query).get('restore')
    if (token === null) return undefined
    if (token.length > LONGEST_TOKEN) return { token: '', lines: null }
    const reply = await api.abandonedCart.left({ token, cart_session }, { silent: true })
    return { token, ...(reply.status === 'success' ? reply.data : { lines: null }) }
  },
}
