import { z } from 'zod'
import { listQuery } from '#contract/admin/resource.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, pageOf } from '#contract/shapes.ts'
import type { giftNoteAdminRoutes } from './admin-routes.ts'

export const GiftNoteRow = z.object({
  /** Of the order. */
  id: Id,
  order_no: z.string(),
  note: z.string(),
})
export type GiftNoteRow = z.infer<typeof GiftNoteRow>

export const giftNoteAdminEndpoints = defineEndpoints<typeof giftNoteAdminRoutes>()({
  list: {
    summary: 'A page of the gift notes of orders',
    input: z.object(listQuery(['id'])),
    data: pageOf(GiftNoteRow),
    access: 'staff',
    permission: 'orders.read',
    whileLocked: true,
  },
})

declare module '#contract/plugin.ts' {
  interface PluginAdminEndpoints {
    adminGiftNotes: typeof giftNoteAdminEndpoints
  }
}
