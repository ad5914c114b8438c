import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { pincodeGroup } from './handlers.server.ts'
import { pincodeAvailability } from './plugin.ts'

export const pincodeAvailabilityPlugin = defineServerPlugin(pincodeAvailability, {
  apiVersion: 1,
  endpoints: [pincodeGroup],
  slots: {
    /** Without `?pincode=` the page is the same for everyone; with it, the answer for browsers without scripts. */
    async 'product.below-price'({ product_id, query = '' }, { api, db, config }) {
      if (!(await isSent(db, product_id))) return undefined
      const pincode = new URLSearchParams(query).get('pincode')?.trim().slice(0, 20)
      const reply = pincode ? await api.pincode.check({ pincode, product_id }) : undefined
      return {
        ...config,
        typed: pincode ?? '',
        check: reply?.status === 'success' ? reply.data : null,
        is_wrong: reply?.status === 'error',
      }
    },
  },
  demo: { config: {} },
})

/** What is sent by e-mail has no delivery. */
async function isSent(db: Db, variationId: number): Promise<boolean> {
  const { rows } = await sql`
    select from variations v join products p on p.id = v.product_id where v.id = ${variationId} and p.kind = 'goods'`.execute(
    db,
  )
  return rows.length > 0
}
