import { defineGateway } from '#server/payments/model/gateway-descriptor.ts'
import { testGateway as createTestGateway, TEST_GATEWAY } from './gateway.ts'
import { serveTestGateway } from './hosted-page.ts'

/** The payment gateway of the demo and the tests. */
export const testGateway = defineGateway({
  code: TEST_GATEWAY,
  name: 'Test gateway',
  isOnline: true,
  isTest: true,
  create: createTestGateway,
  serve: serveTestGateway,
})
