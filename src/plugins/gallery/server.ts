import { join } from 'node:path'
import { defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { adminGalleryGroups, galleryGroup } from './handlers.server.ts'
import { gallery } from './plugin.ts'
import { gallerySlots } from './read-pictures.server.ts'
import { load } from './sections/stored-gallery/data.ts'
import { settings } from './sections/stored-gallery/schema.ts'
import { removeDemoGalleries, seedGalleries } from './seed-galleries.server.ts'
import { copyPictures } from './write-pictures.server.ts'

export const galleryPlugin = defineServerPlugin(gallery, {
  apiVersion: 1,
  endpoints: [galleryGroup],
  admin: { groups: adminGalleryGroups },
  hooks: {
    'product.copied': ({ product_id, copy_id }, { tx }) => copyPictures(tx, product_id, copy_id),
  },
  slots: gallerySlots,
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
