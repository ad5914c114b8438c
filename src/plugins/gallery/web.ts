import { defineWebPlugin } from '#client/web-plugin.ts'
import type { gallery } from './plugin.ts'

export const galleryWeb = defineWebPlugin<typeof gallery>({
  module_name: 'Gallery',
  slots: {
    'product.below-details': () =>
      import('./product-pictures.tsx').then(({ ProductPictures }) => ProductPictures),
  },
  sections: {
    StoredGallery: () =>
      import('./sections/stored-gallery/view.tsx').then(({ StoredGallery }) => StoredGallery),
  },
})
