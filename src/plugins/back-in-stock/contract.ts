import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { formTraps } from '#contract/form.ts'
import type { stockNoticeRoutes } from './routes.ts'

export const stockNoticeEndpoints = defineEndpoints<typeof stockNoticeRoutes>()({
  request: {
    summary: 'Asks for one email when a sold-out product is available again',
    input: z.object({
      product_id: z.coerce.number().int().positive().max(2_147_483_647),
      email: z.string().max(300).default(''),
      ...formTraps,
    }),
    data: z.object({ product_id: z.int() }),
    refusals: ['IN_STOCK'],
    takesForm: true,
  },
})

declare module '#contract/plugin.ts' {
  interface PluginEndpoints {
    stockNotices: typeof stockNoticeEndpoints
  }
}
