import { defineWebPlugin } from '#client/web-plugin.ts'
import type { pincodeAvailability } from './plugin.ts'

export const pincodeAvailabilityWeb = defineWebPlugin<typeof pincodeAvailability>({
  module_name: 'PincodeAvaliability',
  slots: {
    'product.below-price': () => import('./pincode-field.tsx').then(({ PincodeField }) => PincodeField),
  },
})
