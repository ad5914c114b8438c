import { pluginInactive } from '#server/platform/kernel/errors.ts'
import { say } from '#server/platform/kernel/handlers.ts'
import { pluginConfig } from '#server/platform/kernel/plugin.ts'
import { defineAdminGroup, defineGroup } from '#server/shop/plugins/define-server-plugin.ts'
import { stockRequestAdminEndpoints } from './admin-contract.ts'
import { stockNoticeEndpoints } from './contract.ts'
import { listRequests } from './list-requests.server.ts'
import { backInStock } from './plugin.ts'
import { requestNotice } from './request-notice.server.ts'
import { stockNoticeRoutes, stockRequestAdminRoutes } from './routes.ts'

export const stockNoticeGroup = defineGroup({
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
})

export const adminStockRequestGroup = defineAdminGroup({
  name: 'adminStockRequests',
  routes: stockRequestAdminRoutes,
  endpoints: stockRequestAdminEndpoints,
  handlers: { list: (query, { db }) => listRequests(db, query) },
})
