import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import * as limits from '#contract/limits.ts'
import { Id, Image, pageOf } from '#contract/shapes.ts'
import type { galleryRoutes } from './routes.ts'

/** Decisions §4. */
export const galleryEndpoints = defineEndpoints<typeof galleryRoutes>()({
  list: {
    summary: 'A page of the pictures of a gallery',
    input: z.object({
      gallery_id: Id,
      page: z.int().min(1).max(10_000).default(1),
      perPage: z.int().min(1).max(limits.perPage.max).default(24),
    }),
    data: pageOf(Image),
  },
  ofProduct: {
    summary: 'Further pictures of a product, besides those of its product page',
    input: z.object({ product_id: Id }),
    data: z.array(Image),
  },
})

declare module '#contract/plugin.ts' {
  interface PluginEndpoints {
    gallery: typeof galleryEndpoints
  }
}
