import { z } from 'zod'
import { Cart } from '#contract/cart.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Flag, Image, Money } from '#contract/shapes.ts'
import type { abandonedCartRoutes } from './routes.ts'

/** A product that is not in the cart in full, because it is sold out or no longer sold. */
const Missed = z.object({ name: z.string(), quantity: z.int(), wanted: z.int() })
export type Missed = z.infer<typeof Missed>

/** A line of the cart that was left, as the cart's page shows it. */
const LeftLine = z.object({
  variation_id: z.int(),
  name: z.string(),
  url: z.string().nullable(),
  image: Image.nullable(),
  quantity: z.int(),
  /** Of one piece; null for what the channel no longer sells. */
  price: Money.nullable(),
  /** In the mail, where it was another one. */
  previous_price: Money.nullable(),
  /** Pieces of these that can be bought. */
  available: z.int(),
  /** Pieces that the present cart has. */
  held: z.int(),
})
export type LeftLine = z.infer<typeof LeftLine>

const cartRef = {
  token: z.string().max(200),
  api_cart: Flag.optional(),
  cart_session: z.string().max(100).nullish(),
}

export const abandonedCartEndpoints = defineEndpoints<typeof abandonedCartRoutes>()({
  left: {
    summary: 'The goods of a cart that was left, by the token of a mail',
    input: z.object(cartRef),
    data: z.object({
      lines: z.array(LeftLine),
      /** The shopper has placed an order since. */
      is_ordered: z.boolean(),
    }),
  },
  restore: {
    summary:
      'Puts the goods of a cart that was left into the present cart, by the token of a mail; nothing is doubled',
    input: z.object({ ...cartRef, version: z.coerce.number().int().optional() }),
    data: z.object({ cart: Cart, missed: z.array(Missed) }),
    refusals: ['STALE_CART'],
  },
})

/** What the cart's page has of a link; without lines when it is not genuine or has expired. */
export type LeftCart = { token: string; lines: LeftLine[] | null; is_ordered?: boolean }

declare module '#contract/plugin.ts' {
  interface PluginEndpoints {
    abandonedCart: typeof abandonedCartEndpoints
  }
  interface PluginForms {
    'restore-cart': true
  }
}
