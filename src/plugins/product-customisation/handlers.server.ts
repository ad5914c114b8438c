import { storeImage } from '#server/commerce/customisation/store-image.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { defineGroup } from '#server/shop/plugins/define-server-plugin.ts'
import { customisationEndpoints, customisationRoutes } from './contract.ts'

export const customisationGroup = defineGroup({
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
      return storeImage(call, { variationId: product_id, upload: image.bytes, crop })
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
})
