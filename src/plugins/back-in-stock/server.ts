import { join } from 'node:path'
import { sql } from 'kysely'
import { readFormShown } from '#features/forms/read-form.server.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { pluginInactive } from '#server/platform/kernel/errors.ts'
import { say } from '#server/platform/kernel/handlers.ts'
import { type Person, pluginConfig } from '#server/platform/kernel/plugin.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import {
  defineAdminGroup,
  defineGroup,
  defineServerPlugin,
} from '#server/shop/plugins/define-server-plugin.ts'
import { stockRequestAdminEndpoints } from './admin-contract.ts'
import { stockRequestAdminRoutes } from './admin-routes.ts'
import { stockNoticeEndpoints } from './contract.ts'
import { listRequests } from './list-requests.server.ts'
import { backInStock } from './plugin.ts'
import { requestNotice } from './request-notice.server.ts'
import { stockNoticeRoutes } from './routes.ts'
import { deleteOldNotices, hasReturns, sendNotices, stockNotice } from './send-notices.server.ts'
import { FORM_SLUG, stockForm } from './stock-form.ts'

export const sendNoticesJob = definePluginJob(backInStock, {
  name: 'send-notices',
  schedule: { every: 10, when: hasReturns },
  run: (_, context) => sendNotices(context),
})

const deleteOldJob = definePluginJob(backInStock, {
  name: 'delete-old-notices',
  schedule: { every: 86_400 },
  run: async (_, { db }) => void (await deleteOldNotices(db)),
})

export const backInStockPlugin = defineServerPlugin(backInStock, {
  endpoints: [
    defineGroup({
      name: 'stockNotices',
      routes: stockNoticeRoutes,
      endpoints: stockNoticeEndpoints,
      handlers: {
        async request(input, call) {
          const config = await pluginConfig(call, backInStock)
          if (!config) throw pluginInactive()
          const data = await requestNotice(call.db, config, input, {
            secrets: call.config,
            ip: call.visitor.ip,
            channelId: call.channel.id,
          })
          return say('Thank you. We email you once it is back in stock.', data)
        },
      },
    }),
  ],
  admin: {
    groups: [
      defineAdminGroup({
        name: 'adminStockRequests',
        routes: stockRequestAdminRoutes,
        endpoints: stockRequestAdminEndpoints,
        handlers: { list: (query, { db }) => listRequests(db, query) },
      }),
    ],
  },
  forms: { [FORM_SLUG]: stockForm },
  slots: {
    /** The page is rendered again when the stock of a variation changes between none and some. */
    async 'product.below-buy-box'({ product_id }, { api, db }) {
      const sold_out = await readSoldOutIds(db, product_id)
      if (sold_out.length === 0) return undefined
      const form = await readFormShown({ api, path: `/forms/${FORM_SLUG}`, query: '' }, FORM_SLUG)
      return form ? { sold_out, form } : undefined
    },
  },
  mails: [stockNotice],
  jobs: [sendNoticesJob, deleteOldJob],
  personalData: [
    {
      tables: ['stock_notices'],
      read: async (db, person) => ({ stock_notices: await readNoticesOf(db, person) }),
      erase: (tx, { email }) => sql`delete from stock_notices where email = lower(${email})`.execute(tx),
    },
  ],
  migrations: join(import.meta.dirname, 'migrations'),
  demo: { config: {} },
  isOnInNewShop: true,
})

/** Sold-out variations of the product that a variation belongs to. */
async function readSoldOutIds(db: Db, variationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from variations v
    where v.product_id = (select product_id from variations where id = ${variationId})
      and v.is_published and v.tracks_stock and v.stock = 0 order by v.id`.execute(db)
  return rows.map(({ id }) => id)
}

async function readNoticesOf(db: Db, { email }: Person) {
  const { rows } = await sql<{ product: string; sku: string }>`
    select p.name as product, v.sku, n.created_at, n.notified_at
    from stock_notices n join variations v on v.id = n.variation_id join products p on p.id = v.product_id
    where n.email = lower(${email}) order by n.id`.execute(db)
  return rows
}
