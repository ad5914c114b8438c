import { defineGroup, defineServerPlugin } from '#server/shop/plugins/define-server-plugin.ts'
import { checkPincode } from './check-pincode.server.ts'
import { type PincodeCheck, pincodeEndpoints } from './contract.ts'
import { pincodeAvailability } from './plugin.ts'
import { pincodeRoutes } from './routes.ts'

export const pincodeAvailabilityPlugin = defineServerPlugin(pincodeAvailability, {
  endpoints: [
    defineGroup({
      name: 'pincode',
      routes: pincodeRoutes,
      endpoints: pincodeEndpoints,
      handlers: {
        check(input, call) {
          // A page with an answer is rendered for one request: any number of pincodes must not fill the page cache.
          call.markIncomplete()
          return checkPincode(call.db, call.channel, input)
        },
      },
      limits: { check: { most: 60, seconds: 60 } },
      examples: {
        check: {
          request: { pincode: '560001', product_id: 1042 },
          reply: {
            status: 'success',
            data: {
              ...{
                pincode: '560001',
                available: true,
                cod_available: true,
                city: 'Bengaluru',
                state: 'Karnataka',
              },
              ...{ eta_days: { min: 2, max: 4 }, from: '2026-11-24', message: 'Delivered in 2 to 4 days' },
            } satisfies PincodeCheck,
          },
        },
      },
    }),
  ],
  slots: {
    /** Without `?pincode=` the page is the same for everyone; with it, the answer for browsers without scripts. */
    async 'product.below-price'({ product_id, query = '' }, { api, config }) {
      const pincode = new URLSearchParams(query).get('pincode')?.trim().slice(0, 20)
      const reply = pincode ? await api.pincode.check({ pincode, product_id }) : undefined
      return {
        ...config,
        typed: pincode ?? '',
        check: reply?.status === 'success' ? reply.data : null,
        error: reply?.status === 'error' ? ERROR : null,
      }
    },
  },
  demo: { config: {} },
})

const ERROR = 'Please enter a valid pincode'
