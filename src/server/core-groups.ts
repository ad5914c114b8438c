import { type AdminEndpoints, adminEndpoints } from '#contract/admin/endpoints.ts'
import { adminRoutes } from '#contract/admin/routes.ts'
import { channelChoiceEndpoints, channelChoiceRoutes } from '#contract/channel-choice.ts'
import { type CoreEndpoints, endpoints } from '#contract/endpoints.ts'
import { routes } from '#contract/routes.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { withdrawalEndpoints, withdrawalRoutes } from '#contract/withdrawal.ts'
import { catalogAdminHandlers } from './admin/catalog/handlers.ts'
import { contentAdminHandlers } from './admin/content/handlers.ts'
import { adminCouriersHandlers } from './admin/courier-handlers.ts'
import { customersAdminHandlers } from './admin/customers/handlers.ts'
import { adminHomeHandlers, adminOrdersHandlers } from './admin/handlers.ts'
import { marketingAdminHandlers } from './admin/marketing/handlers.ts'
import { adminReportsHandlers } from './admin/reports/handlers.ts'
import { adminSearchHandlers } from './admin/search/handlers.ts'
import { settingsAdminHandlers } from './admin/settings/handlers.ts'
import { staffRoleAdminHandlers } from './admin/staff-roles/handlers.ts'
import {
  categoryHandlers,
  productHandlers,
  searchHandlers,
  shopHandlers,
  tagHandlers,
} from './catalog/products/handlers.ts'
import { addressHandlers } from './commerce/addresses/handlers.ts'
import { cartHandlers, deliveryHandlers } from './commerce/cart/handlers.ts'
import { checkoutHandlers } from './commerce/checkout/handlers.ts'
import { ordersHandlers } from './commerce/orders/handlers.ts'
import { orderPaymentHandlers } from './commerce/payments/handlers.ts'
import { blogHandlers } from './content/blog/handlers.ts'
import { formHandlers } from './content/forms/handlers.ts'
import { contentHandlers, faqHandlers } from './content/pages/handlers.ts'
import { baseHandlers, channelChoiceHandlers, storefrontHandlers } from './content/storefront/handlers.ts'
import { withdrawalHandlers } from './content/withdrawal/handlers.ts'
import { accountHandlers } from './people/account/handlers.ts'
import { authHandlers } from './people/auth/handlers.ts'
import { passkeyHandlers } from './people/passkeys/handlers.ts'
import { apiKeyHandlers } from './people/staff/api-key-handlers.ts'
import { adminAuditHandlers, adminSessionHandlers, adminStaffHandlers } from './people/staff/handlers.ts'
import { trackHandlers } from './people/tracking/handlers.ts'
import type { Handlers } from './platform/kernel/handlers.ts'
import type { EndpointGroup } from './platform/kernel/plugin.ts'
import { pluginsHandlers } from './shop/plugins/handlers.ts'
import { settingsHandlers } from './shop/settings/handlers.ts'

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
  orders: { ...ordersHandlers, ...orderPaymentHandlers },
  plugins: pluginsHandlers,
  blog: blogHandlers,
  faq: faqHandlers,
} satisfies { [Group in keyof CoreEndpoints]: Handlers<CoreEndpoints[Group]> }

const adminHandlers = {
  adminSession: adminSessionHandlers,
  adminHome: adminHomeHandlers,
  adminReports: adminReportsHandlers,
  adminSearch: adminSearchHandlers,
  adminOrders: adminOrdersHandlers,
  adminCouriers: adminCouriersHandlers,
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
  ...keysOf(routes).map((name) => ({
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
  {
    name: 'withdrawal',
    routes: withdrawalRoutes,
    endpoints: withdrawalEndpoints,
    handlers: withdrawalHandlers,
  },
  ...keysOf(adminRoutes).map((name) => ({
    name,
    routes: adminRoutes[name],
    endpoints: adminEndpoints[name],
    handlers: adminHandlers[name],
  })),
]
