import { defineGroup } from '#server/shop/plugins/define-server-plugin.ts'
import { checkPincode } from './check-pincode.server.ts'
import { type PincodeCheck, pincodeEndpoints } from './contract.ts'
import { pincodeRoutes } from './routes.ts'

export const pincodeGroup = defineGroup({
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
})
