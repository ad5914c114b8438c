import { z } from 'zod'
import { Cart } from '#contract/cart.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Flag, Id, IdText, Text } from '#contract/shapes.ts'
import type { giftCardRoutes } from './routes.ts'

const cartWrite = {
  api_cart: Flag.optional(),
  cart_session: z.string().max(100).nullish(),
  version: z.coerce.number().int().optional(),
}

export const giftCardEndpoints = defineEndpoints<typeof giftCardRoutes>()({
  apply: {
    summary: 'Lets a gift card pay a part of the cart; its balance is taken with the order',
    input: z.object({ ...cartWrite, code: Text(60).min(1) }),
    data: Cart,
    refusals: ['CART_INVALID', 'CART_FULL', 'COUPON_INVALID', 'STALE_CART'],
  },
  remove: {
    summary: 'Takes a gift card off the cart; `id` is that of the part in `stored_value`',
    input: z.object({ ...cartWrite, id: IdText }),
    data: Cart,
    refusals: ['CART_INVALID', 'STALE_CART'],
  },
})

export const AppliedCard = z.object({ id: Id, label: z.string() })
export type AppliedCard = z.infer<typeof AppliedCard>

/** A card of an order. It is sent at `send_at` unless it was, and pays nothing any more once it is void. */
export type SoldCard = {
  id: number
  label: string
  sent_at: string | null
  send_at: string
  is_void: boolean
}

declare module '#contract/plugin.ts' {
  interface PluginEndpoints {
    giftCards: typeof giftCardEndpoints
  }
  interface PluginForms {
    'apply-gift-card': true
    'remove-gift-card': true
  }
}
