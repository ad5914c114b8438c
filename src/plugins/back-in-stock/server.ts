import { join } from 'node:path'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { adminStockRequestGroup, stockNoticeGroup } from './handlers.server.ts'
import { stockNoticePersonalData } from './personal-data.server.ts'
import { backInStock } from './plugin.ts'
import { deleteOldNoticesJob, sendNoticesJob, stockNotice } from './send-notices.server.ts'
import { stockNoticeSlots } from './slots.server.ts'
import { FORM_SLUG, stockForm } from './stock-form.ts'

export const backInStockPlugin = defineServerPlugin(backInStock, {
  apiVersion: 1,
  endpoints: [stockNoticeGroup],
  admin: { groups: [adminStockRequestGroup] },
  forms: { [FORM_SLUG]: stockForm },
  slots: stockNoticeSlots,
  mails: [stockNotice],
  jobs: [sendNoticesJob, deleteOldNoticesJob],
  personalData: [stockNoticePersonalData],
  migrations: join(import.meta.dirname, 'migrations'),
  demo: { config: {} },
  isOnInNewShop: true,
})
