import { join } from 'node:path'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { firstCartMail, secondCartMail } from './cart-mails.server.ts'
import { abandonedCartGroup } from './handlers.server.ts'
import { adminAbandonedCartGroup } from './list-carts.server.ts'
import { abandonedCartPersonalData, forgetCartsJob } from './personal-data.server.ts'
import { abandonedCart } from './plugin.ts'
import { endForOrder } from './recovered.server.ts'
import { removeLeftCart, seedLeftCart } from './seed-cart.server.ts'
import { sendCartMailsJob } from './send-mails.server.ts'
import { abandonedCartForms, abandonedCartSlots } from './slots.server.ts'

export const abandonedCartPlugin = defineServerPlugin(abandonedCart, {
  apiVersion: 1,
  endpoints: [abandonedCartGroup],
  admin: { groups: [adminAbandonedCartGroup] },
  slots: abandonedCartSlots,
  postForms: abandonedCartForms,
  hooks: { 'order.placed': ({ order_id }, { tx, config }) => endForOrder(tx, order_id, config.window_days) },
  mails: [firstCartMail, secondCartMail],
  jobs: [sendCartMailsJob, forgetCartsJob],
  personalData: [abandonedCartPersonalData],
  migrations: join(import.meta.dirname, 'migrations'),
  seed: seedLeftCart,
  removeDemo: removeLeftCart,
  demo: { config: {} },
})
