import type { Endpoint } from '#contract/define-endpoints.ts'
import { consentRecordEndpoints } from './consent-records.ts'
import { customerEndpoints } from './customers.ts'
import type { customersRoutes } from './routes.ts'
import { customerSegmentEndpoints } from './segments.ts'

/** The back office's customers endpoints with their schemas. */
export const customersEndpoints = {
  adminCustomers: customerEndpoints,
  adminCustomerSegments: customerSegmentEndpoints,
  adminConsentRecords: consentRecordEndpoints,
} satisfies Record<keyof typeof customersRoutes, Record<string, Endpoint>>
