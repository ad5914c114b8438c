import { z } from 'zod'
import { Name } from '#contract/admin/catalog/catalog-fields.ts'
import { resourceEndpoints } from '#contract/admin/resource.ts'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, Text } from '#contract/shapes.ts'
import type { productGalleryAdminRoutes } from './routes.ts'

export const GalleryRow = z.object({
  id: Id,
  name: z.string(),
  pictures: z.int(),
  /** The path of its first picture. */
  picture_path: z.string().nullable(),
  /** The pages whose sections show it. */
  shown_on: z.array(z.string()),
})
export type GalleryRow = z.infer<typeof GalleryRow>

const GalleryPicture = z
  .object({
    path: Text(300).min(1, 'Please choose a picture'),
    /** Empty: the text of the media library is used. */
    alt: Text(300).default(''),
  })
  .meta({ title: 'Picture', widget: 'image' })

export const GalleryValues = z.object({
  name: Name,
  pictures: z.array(GalleryPicture).max(500).default([]).meta({
    title: 'Pictures',
    description: 'In this order. An empty text alternative means that of the media library.',
  }),
})
export type GalleryValues = z.output<typeof GalleryValues>

/** Galleries in the back office. */
export const galleryAdminEndpoints = resourceEndpoints({
  one: 'gallery',
  many: 'galleries',
  area: 'content',
  row: GalleryRow,
  values: GalleryValues,
  sort: ['name', 'id', 'pictures'],
  refusals: { remove: ['IN_USE'] },
})

export const ProductGalleryValues = z.object({
  pictures: z.array(GalleryPicture).max(60).default([]).meta({
    title: 'Further pictures',
    description:
      'Below the details of the product page, in this order. An empty text alternative means that of the media library.',
  }),
})
export type ProductGalleryValues = z.output<typeof ProductGalleryValues>

const staff = { access: 'staff', whileLocked: true } as const
const version = z.string()
const ProductGalleryRecord = z.object({ id: Id, version, values: ProductGalleryValues })

/** Further pictures of a product, by its id. Decisions §4. */
export const productGalleryAdminEndpoints = defineEndpoints<typeof productGalleryAdminRoutes>()({
  get: {
    summary: 'Further pictures of a product, to edit; empty for a product without',
    input: z.object({ id: IdText }),
    data: ProductGalleryRecord,
    ...staff,
    permission: 'catalog.read',
  },
  update: {
    summary: 'Replaces the further pictures of a product, in this order',
    input: z.object({ id: IdText, version: version.min(1).max(64), values: ProductGalleryValues }),
    data: ProductGalleryRecord,
    refusals: ['STALE_RECORD'],
    ...staff,
    permission: 'catalog.write',
  },
})

declare module '#contract/plugin.ts' {
  interface PluginAdminEndpoints {
    adminGalleries: typeof galleryAdminEndpoints
    adminProductGalleries: typeof productGalleryAdminEndpoints
  }
}
