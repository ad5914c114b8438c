import { z } from 'zod'
import { listQuery } from '#contract/admin/resource.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, pageOf, Time } from '#contract/shapes.ts'
import type { stockRequestAdminRoutes } from './routes.ts'

/** A variation that shoppers wait for. */
export const StockRequest = z.object({
  /** Of the variation. */
  id: Id,
  product_id: Id,
  name: z.string(),
  sku: z.string(),
  stock: z.int(),
  waiting: z.int(),
  since: Time,
})
export type StockRequest = z.infer<typeof StockRequest>

export const stockRequestAdminEndpoints = defineEndpoints<typeof stockRequestAdminRoutes>()({
  list: {
    summary: 'Variations that shoppers wait for, with the number of waiting addresses',
    input: z.object(listQuery(['waiting', 'since'])),
    data: pageOf(StockRequest),
    access: 'staff',
    permission: 'catalog.read',
    whileLocked: true,
  },
})

declare module '#contract/plugin.ts' {
  interface PluginAdminEndpoints {
    adminStockRequests: typeof stockRequestAdminEndpoints
  }
}
