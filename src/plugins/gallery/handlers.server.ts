import { resourceHandlers } from '#server/admin/resource-handlers.ts'
import { defineAdminGroup, defineGroup } from '#server/shop/plugins/define-server-plugin.ts'
import { galleryAdminEndpoints, productGalleryAdminEndpoints } from './admin-contract.ts'
import { galleryEndpoints } from './contract.ts'
import {
  createGallery,
  listGalleries,
  readGalleryValues,
  removeGallery,
  updateGallery,
} from './manage-galleries.server.ts'
import { productGalleryHandlers } from './manage-product-galleries.server.ts'
import { readGallery, readProductPictures } from './read-pictures.server.ts'
import { galleryAdminRoutes, galleryRoutes, productGalleryAdminRoutes } from './routes.ts'
import { galleryTag } from './write-pictures.server.ts'

export const galleryGroup = defineGroup({
  name: 'gallery',
  routes: galleryRoutes,
  endpoints: galleryEndpoints,
  handlers: {
    list(requested, { db, tag }) {
      tag(galleryTag(requested.gallery_id))
      return readGallery(db, requested)
    },
    async ofProduct(requested, { db, tag }) {
      const { product_id, images } = await readProductPictures(db, requested.product_id)
      tag(`product:${product_id}`)
      return images
    },
  },
})

export const adminGalleryGroups = [
  defineAdminGroup({
    name: 'adminGalleries',
    routes: galleryAdminRoutes,
    endpoints: galleryAdminEndpoints,
    handlers: resourceHandlers(galleryAdminEndpoints, {
      type: 'gallery',
      label: 'Gallery',
      list: listGalleries,
      read: readGalleryValues,
      create: createGallery,
      update: updateGallery,
      remove: removeGallery,
    }),
  }),
  defineAdminGroup({
    name: 'adminProductGalleries',
    routes: productGalleryAdminRoutes,
    endpoints: productGalleryAdminEndpoints,
    handlers: productGalleryHandlers,
  }),
]
