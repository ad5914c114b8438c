import { defineGateway } from '#server/commerce/gateways/model/gateway-descriptor.ts'
import { testGateway as createTestGateway, TEST_GATEWAY } from './gateway.ts'
import { serveTestGateway } from './hosted-page.ts'

/** The payment gateway of the demo and the tests. */
export const testGateway = defineGateway({
  code: TEST_GATEWAY,
  name: 'Test gateway',
  isOnline: true,
  isTest: true,
  // It has no keys and answers in this process.
  checkKeys: async () => 'works',
  create: createTestGateway,
  serve: serveTestGateway,
})
