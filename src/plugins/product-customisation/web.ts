import { defineWebPlugin } from '#client/web-plugin.ts'
import type { productCustomisation } from './plugin.ts'

export const productCustomisationWeb = defineWebPlugin<typeof productCustomisation>({
  module_name: 'ProductCustomisation',
  slots: { 'product.options': () => import('./picture-field.tsx').then(({ PictureField }) => PictureField) },
})
