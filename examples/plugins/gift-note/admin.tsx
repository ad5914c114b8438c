import { defineAdminPlugin } from '#admin/admin-plugin.ts'
import { defineList } from '#admin/resource/define-resource.tsx'
import type { GiftNoteRow } from './admin-contract.ts'
import { giftNoteAdminRoutes } from './admin-routes.ts'

export default defineAdminPlugin({
  module_name: 'GiftNote',
  routes: { adminGiftNotes: giftNoteAdminRoutes },
  screens: [
    defineList<GiftNoteRow>({
      name: 'gift-notes',
      label: 'Gift notes',
      one: 'gift note',
      icon: 'heart',
      group: 'Orders',
      permission: 'orders.read',
      writePermission: 'orders.write',
      columns: [
        { name: 'order_no', label: 'Order' },
        { name: 'note', label: 'Note' },
      ],
      sort: { field: 'id', order: 'DESC' },
      searches: 'Order number or text',
      linkOf: ({ id }) => `/orders/${id}/show`,
    }),
  ],
})
