import type { Endpoint } from '#contract/define-endpoints.ts'
import { adminAppearanceEndpoints } from './appearance.ts'
import { channelEndpoints } from './channels.ts'
import { customFieldEndpoints, fieldValueEndpoints } from './custom-fields.ts'
import { adminPaymentMethodsEndpoints, shippingMethodEndpoints, taxRateEndpoints } from './delivery.ts'
import { adminDemoDataEndpoints } from './demo-data.ts'
import { adminMailsEndpoints } from './mails.ts'
import { redirectEndpoints } from './redirects.ts'
import type { settingsRoutes } from './routes.ts'
import { adminServicesEndpoints } from './services.ts'
import { adminPluginsEndpoints, adminSettingsEndpoints, adminSystemEndpoints } from './settings.ts'

/** The back office's settings endpoints with their schemas. */
export const settingsEndpoints = {
  adminSettings: adminSettingsEndpoints,
  adminPlugins: adminPluginsEndpoints,
  adminRedirects: redirectEndpoints,
  adminShippingMethods: shippingMethodEndpoints,
  adminTaxRates: taxRateEndpoints,
  adminPaymentMethods: adminPaymentMethodsEndpoints,
  adminChannels: channelEndpoints,
  adminCustomFields: { ...customFieldEndpoints, ...fieldValueEndpoints },
  adminAppearance: adminAppearanceEndpoints,
  adminMails: adminMailsEndpoints,
  adminServices: adminServicesEndpoints,
  adminDemoData: adminDemoDataEndpoints,
  adminSystem: adminSystemEndpoints,
} satisfies Record<keyof typeof settingsRoutes, Record<string, Endpoint>>
