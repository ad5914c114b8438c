import { type AdminEndpoints, adminEndpoints } from '#contract/admin/endpoints.ts'
import { type AdminGroupName, adminRoutes } from '#contract/admin/routes.ts'
import { channelChoiceEndpoints, channelChoiceRoutes } from '#contract/channel-choice.ts'
import { type CoreEndpoints, endpoints } from '#contract/endpoints.ts'
import { type GroupName, routes } from '#contract/routes.ts'
import { accountHandlers } from './account/handlers.ts'
import { addressHandlers } from './addresses/handlers.ts'
import { catalogAdminHandlers } from './admin/catalog/handlers.ts'
import { contentAdminHandlers } from './admin/content/handlers.ts'
import { customersAdminHandlers } from './admin/customers/handlers.ts'
import { adminHomeHandlers, adminOrdersHandlers } from './admin/handlers.ts'
import { marketingAdminHandlers } from './admin/marketing/handlers.ts'
import { adminSearchHandlers } from './admin/search/handlers.ts'
import { settingsAdminHandlers } from './admin/settings/handlers.ts'
import { staffRoleAdminHandlers } from './admin/staff-roles/handlers.ts'
import { authHandlers } from './auth/handlers.ts'
import { blogHandlers } from './blog/handlers.ts'
import { cartHandlers, deliveryHandlers } from './cart/handlers.ts'
import {
  categoryHandlers,
  productHandlers,
  searchHandlers,
  shopHandlers,
  tagHandlers,
} from './catalog/handlers.ts'
import { checkoutHandlers } from './checkout/handlers.ts'
import { contentHandlers, faqHandlers } from './content/handlers.ts'
import { formHandlers } from './forms/handlers.ts'
import type { Handlers } from './kernel/handlers.ts'
import type { EndpointGroup } from './kernel/plugin.ts'
import { ordersHandlers } from './orders/handlers.ts'
import { passkeyHandlers } from './passkeys/handlers.ts'
import { cancelHandlers } from './payments/handlers.ts'
import { pluginsHandlers } from './plugins/handlers.ts'
import { settingsHandlers } from './settings/handlers.ts'
import { apiKeyHandlers } from './staff/api-key-handlers.ts'
import { adminAuditHandlers, adminSessionHandlers, adminStaffHandlers } from './staff/handlers.ts'
import { baseHandlers, channelChoiceHandlers, storefrontHandlers } from './storefront/handlers.ts'
import { trackHandlers } from './tracking/handlers.ts'

/** One handler an endpoint, by group. A group or a call without one does not compile. */
const handlers = {
  base: baseHandlers,
  storefront: storefrontHandlers,
  settings: settingsHandlers,
  content: contentHandlers,
  form: formHandlers,
  product: productHandlers,
  category: categoryHandlers,
  tag: tagHandlers,
  shop: shopHandlers,
  search: searchHandlers,
  cart: cartHandlers,
  delivery: deliveryHandlers,
  checkout: checkoutHandlers,
  auth: authHandlers,
  passkeys: passkeyHandlers,
  account: accountHandlers,
  address: addressHandlers,
  track: trackHandlers,
  orders: { ...ordersHandlers, ...cancelHandlers },
  plugins: pluginsHandlers,
  blog: blogHandlers,
  faq: faqHandlers,
} satisfies { [Group in keyof CoreEndpoints]: Handlers<CoreEndpoints[Group]> }

const adminHandlers = {
  adminSession: adminSessionHandlers,
  adminHome: adminHomeHandlers,
  adminSearch: adminSearchHandlers,
  adminOrders: adminOrdersHandlers,
  adminStaff: adminStaffHandlers,
  ...staffRoleAdminHandlers,
  adminApiKeys: apiKeyHandlers,
  adminAudit: adminAuditHandlers,
  ...catalogAdminHandlers,
  ...contentAdminHandlers,
  ...customersAdminHandlers,
  ...marketingAdminHandlers,
  ...settingsAdminHandlers,
} satisfies { [Group in keyof AdminEndpoints]: Handlers<AdminEndpoints[Group]> }

/** The endpoint groups of the core and of the back office, as the pipeline takes them. */
export const coreGroups: readonly EndpointGroup[] = [
  ...(Object.keys(routes) as GroupName[]).map((name) => ({
    name,
    routes: routes[name],
    endpoints: endpoints[name],
    handlers: handlers[name],
  })),
  {
    name: 'channelChoice',
    routes: channelChoiceRoutes,
    endpoints: channelChoiceEndpoints,
    handlers: channelChoiceHandlers,
  },
  ...(Object.keys(adminRoutes) as AdminGroupName[]).map((name) => ({
    name,
    routes: adminRoutes[name],
    endpoints: adminEndpoints[name],
    handlers: adminHandlers[name],
  })),
]
