import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import type { giftNoteRoutes } from './routes.ts'

const cartRef = { cart_session: z.string().max(100).nullish() }
const GiftNote = z.object({ note: z.string() })

export const giftNoteEndpoints = defineEndpoints<typeof giftNoteRoutes>()({
  get: {
    summary: 'The gift note of the cart',
    input: z.object(cartRef),
    data: GiftNote,
  },
  save: {
    summary: 'Stores the gift note of the cart; an empty note deletes it',
    input: z.object({ ...cartRef, note: z.string().trim().max(500) }),
    data: GiftNote,
  },
})

declare module '#contract/plugin.ts' {
  interface PluginEndpoints {
    giftNote: typeof giftNoteEndpoints
  }
}
