import { join } from 'node:path'
import { orThrow } from '#contract/envelope.ts'
import { resourceHandlers } from '#server/admin/resource-handlers.ts'
import {
  defineAdminGroup,
  defineGroup,
  defineServerPlugin,
} from '#server/shop/plugins/define-server-plugin.ts'
import { galleryAdminEndpoints, productGalleryAdminEndpoints } from './admin-contract.ts'
import { galleryAdminRoutes, productGalleryAdminRoutes } from './admin-routes.ts'
import { galleryEndpoints } from './contract.ts'
import {
  createGallery,
  listGalleries,
  readGalleryValues,
  removeGallery,
  updateGallery,
} from './manage-galleries.server.ts'
import { productGalleryHandlers } from './manage-product-galleries.server.ts'
import { gallery } from './plugin.ts'
import { readGallery, readProductPictures } from './read-pictures.server.ts'
import { galleryRoutes } from './routes.ts'
import { load } from './sections/stored-gallery/data.ts'
import { settings } from './sections/stored-gallery/schema.ts'
import { removeDemoGalleries, seedGalleries } from './seed-galleries.server.ts'
import { copyPictures, galleryTag } from './write-pictures.server.ts'

export const galleryPlugin = defineServerPlugin(gallery, {
  endpoints: [
    defineGroup({
      name: 'gallery',
      routes: galleryRoutes,
      endpoints: galleryEndpoints,
      handlers: {
        list(asked, { db, tag }) {
          tag(galleryTag(asked.gallery_id))
          return readGallery(db, asked)
        },
        async ofProduct(asked, { db, tag }) {
          const { product_id, images } = await readProductPictures(db, asked.product_id)
          tag(`product:${product_id}`)
          return images
        },
      },
    }),
  ],
  admin: {
    groups: [
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
    ],
  },
  hooks: {
    'product.copied': ({ product_id, copy_id }, { tx }) => copyPictures(tx, product_id, copy_id),
  },
  slots: {
    async 'product.below-details'({ product_id }, { api, config }) {
      const images = orThrow(await api.gallery.ofProduct({ product_id }))
      if (images.length === 0) return undefined
      // Far below the first screen: their blurred copies would be a fiftieth of the document.
      const withoutBlurred = images.map((image) => ({ ...image, placeholder: null }))
      return { heading: config.product_heading, images: withoutBlurred }
    },
  },
  sections: {
    StoredGallery: {
      settings,
      load,
      preview: join(import.meta.dirname, 'sections', 'stored-gallery', 'preview.svg'),
    },
  },
  migrations: join(import.meta.dirname, 'migrations'),
  seed: seedGalleries,
  removeDemo: removeDemoGalleries,
  demo: { config: {} },
})
