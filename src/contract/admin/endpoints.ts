import type { Endpoint } from '../define-endpoints.ts'
import { apiKeyEndpoints } from './api-keys.ts'
import { catalogEndpoints } from './catalog/endpoints.ts'
import { contentEndpoints } from './content/endpoints.ts'
import { adminCouriersEndpoints } from './couriers.ts'
import { customersEndpoints } from './customers/endpoints.ts'
import { adminHomeEndpoints } from './home.ts'
import { marketingEndpoints } from './marketing/endpoints.ts'
import { adminOrdersEndpoints } from './orders.ts'
import { adminReportsEndpoints } from './reports.ts'
import type { AdminGroupName } from './routes.ts'
import { adminSearchEndpoints } from './search.ts'
import { adminSessionEndpoints } from './session.ts'
import { settingsEndpoints } from './settings/endpoints.ts'
import { adminAuditEndpoints, adminStaffEndpoints } from './staff.ts'
import { staffRoleEndpoints } from './staff-roles.ts'

/** All groups of the back office with their schemas: the server's counterpart of `admin/routes.ts`. */
export const adminEndpoints = {
  adminSession: adminSessionEndpoints,
  adminHome: adminHomeEndpoints,
  adminReports: adminReportsEndpoints,
  adminSearch: adminSearchEndpoints,
  adminOrders: adminOrdersEndpoints,
  adminCouriers: adminCouriersEndpoints,
  adminStaff: adminStaffEndpoints,
  adminStaffRoles: staffRoleEndpoints,
  adminApiKeys: apiKeyEndpoints,
  adminAudit: adminAuditEndpoints,
  ...catalogEndpoints,
  ...contentEndpoints,
  ...customersEndpoints,
  ...marketingEndpoints,
  ...settingsEndpoints,
} satisfies Record<AdminGroupName, Record<string, Endpoint>>

export type AdminEndpoints = typeof adminEndpoints
