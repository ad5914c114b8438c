import type { Endpoint } from '#contract/define-endpoints.ts'
import { consentRecordEndpoints } from './consent-records.ts'
import { customerEndpoints } from './customers.ts'
import type { customersRoutes } from './routes.ts'

/** The back office's customers endpoints with their schemas. */
export const customersEndpoints = {
  adminCustomers: customerEndpoints,
  adminConsentRecords: consentRecordEndpoints,
} satisfies Record<keyof typeof customersRoutes, Record<string, Endpoint>>
