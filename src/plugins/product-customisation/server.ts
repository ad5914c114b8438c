import { sql } from 'kysely'
import type { z } from 'zod'
import type { Customisation } from '#contract/catalog.ts'
import { keepImage } from '#server/commerce/customisation/keep-image.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { defineGroup, defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { customisationEndpoints } from './contract.ts'
import { productCustomisation } from './plugin.ts'
import { customisationRoutes } from './routes.ts'

/**
 * The upload of pictures. Rules, storage and deletion belong to the core, because lines of carts and orders name
 * the pictures while the plugin is inactive too.
 */
export const productCustomisationPlugin = defineServerPlugin(productCustomisation, {
  endpoints: [
    defineGroup({
      name: 'productCustomisation',
      routes: customisationRoutes,
      endpoints: customisationEndpoints,
      handlers: {
        uploadImage({ product_id, crop_x, crop_y, crop_width }, call) {
          const [image, second] = call.uploads?.filter(({ name }) => name === 'image') ?? []
          if (!image) throw invalid({ image: ['Please choose a picture'] })
          if (second) throw invalid({ image: ['Please choose one picture only'] })
          const isCropped = crop_x !== undefined && crop_y !== undefined && crop_width !== undefined
          const crop = isCropped ? { x: crop_x, y: crop_y, width: crop_width, height: 0 } : undefined
          return keepImage(call, { variationId: product_id, upload: image.bytes, crop })
        },
      },
      // Security §10.
      limits: { uploadImage: { most: 10, seconds: 3_600 } },
      examples: {
        uploadImage: {
          reply: {
            status: 'success',
            data: {
              image_path: 'customisation/2026/11/0Xk2.webp',
              url: '/media/customisation/2026/11/0Xk2.webp',
              width: 1200,
              height: 1500,
            },
          },
        },
      },
    }),
  ],
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
