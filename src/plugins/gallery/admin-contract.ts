import { z } from 'zod'
import { Name } from '#contract/admin/catalog/catalog-fields.ts'
import { resourceEndpoints } from '#contract/admin/resource.ts'
import { Id, Text } from '#contract/shapes.ts'

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

declare module '#contract/plugin.ts' {
  interface PluginAdminEndpoints {
    adminGalleries: typeof galleryAdminEndpoints
  }
}
