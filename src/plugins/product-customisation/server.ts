import { sql } from 'kysely'
import type { z } from 'zod'
import type { Customisation } from '#contract/catalog.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { customisationGroup } from './handlers.server.ts'
import { productCustomisation } from './plugin.ts'

/**
 * The upload of pictures. Rules, storage and deletion belong to the core, because lines of carts and orders name
 * the pictures while the plugin is inactive too.
 */
export const productCustomisationPlugin = defineServerPlugin(productCustomisation, {
  apiVersion: 1,
  endpoints: [customisationGroup],
  slots: {
    async 'product.options'({ product_id }, { db, config }) {
      const image = await readRules(db, product_id)
      return image?.enabled ? { image, note: config.note } : undefined
    },
  },
  demo: { config: {} },
})

async function readRules(db: Db, variationId: number) {
  const { rows } = await sql<{ image: z.output<typeof Customisation>['image'] | null }>`
    select p.customisation -> 'image' as image
    from variations v join products p on p.id = v.product_id where v.id = ${variationId}`.execute(db)
  return rows[0]?.image
}
