import { channelEndpoints } from '#contract/admin/settings/channels.ts'
import { shippingMethodEndpoints, taxRateEndpoints } from '#contract/admin/settings/delivery.ts'
import type { settingsEndpoints } from '#contract/admin/settings/endpoints.ts'
import { redirectEndpoints } from '#contract/admin/settings/redirects.ts'
import {
  createChannel,
  listChannels,
  readChannelValues,
  removeChannel,
  updateChannel,
} from '#server/commerce/checkout/editing/manage-channels.ts'
import {
  createShippingMethod,
  listShippingMethods,
  readShippingMethod,
  removeShippingMethod,
  updateShippingMethod,
} from '#server/commerce/checkout/editing/shipping-methods.ts'
import {
  createTaxRate,
  listTaxRates,
  readTaxRate,
  removeTaxRate,
  updateTaxRate,
} from '#server/commerce/checkout/editing/tax-rates.ts'
import { readChannelLaw } from '#server/commerce/checkout/read-channel-law.ts'
import {
  createRedirect,
  deleteRedirect,
  listRedirects,
  readRedirect,
  updateRedirect,
} from '#server/content/redirects/editing/write-redirect.ts'
import { requireRecentProof } from '#server/people/staff/start-staff-session.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { resourceHandlers } from '../resource-handlers.ts'
import { adminAppearanceHandlers } from './appearance-handlers.ts'
import { customFieldHandlers, fieldValueHandlers } from './custom-field-handlers.ts'
import { adminDemoDataHandlers } from './demo-data-handlers.ts'
import { adminMailsHandlers } from './mail-handlers.ts'
import { adminPaymentMethodsHandlers } from './payment-method-handlers.ts'
import { adminPluginsHandlers } from './plugin-handlers.ts'
import { adminServicesHandlers } from './service-handlers.ts'
import { adminSettingsHandlers } from './settings-handlers.ts'
import { adminSystemHandlers } from './system-handlers.ts'

type Endpoints = typeof settingsEndpoints

const channelHandlers = resourceHandlers(channelEndpoints, {
  type: 'channel',
  label: 'Channel',
  list: listChannels,
  read: readChannelValues,
  create: createChannel,
  update(tx, id, values, before, call) {
    const { payment_methods: on } = values
    if (on && String(on) !== String(before.payment_methods)) requireRecentProof(call)
    return updateChannel(tx, id, values, before, call)
  },
  remove: removeChannel,
})

/** The next call of this process is served in the channels after the write. */
async function caughtUp<Saved>({ changes }: Pick<Services, 'changes'>, work: Promise<Saved>): Promise<Saved> {
  const saved = await work
  await changes.catchUp()
  return saved
}

export const settingsAdminHandlers: { [Group in keyof Endpoints]: Handlers<Endpoints[Group]> } = {
  adminSettings: adminSettingsHandlers,
  adminAppearance: adminAppearanceHandlers,
  adminPlugins: adminPluginsHandlers,
  adminRedirects: resourceHandlers(redirectEndpoints, {
    type: 'redirect',
    label: 'Redirect',
    list: listRedirects,
    read: readRedirect,
    create: createRedirect,
    update: updateRedirect,
    remove: deleteRedirect,
  }),
  adminShippingMethods: resourceHandlers(shippingMethodEndpoints, {
    type: 'shipping_method',
    label: 'Shipping method',
    list: listShippingMethods,
    read: readShippingMethod,
    create: createShippingMethod,
    update: updateShippingMethod,
    remove: removeShippingMethod,
  }),
  adminTaxRates: resourceHandlers(taxRateEndpoints, {
    type: 'tax_rate',
    label: 'Tax rate',
    list: listTaxRates,
    read: readTaxRate,
    create: createTaxRate,
    update: updateTaxRate,
    remove: removeTaxRate,
  }),
  adminPaymentMethods: adminPaymentMethodsHandlers,
  adminChannels: {
    ...channelHandlers,
    create: (input, call) => caughtUp(call, channelHandlers.create(input, call)),
    update: (input, call) => caughtUp(call, channelHandlers.update(input, call)),
    remove: (input, call) => caughtUp(call, channelHandlers.remove(input, call)),
    law: async ({ id }, { db }) => ({ points: await readChannelLaw(db, id) }),
  },
  adminCustomFields: { ...customFieldHandlers, ...fieldValueHandlers },
  adminMails: adminMailsHandlers,
  adminServices: adminServicesHandlers,
  adminDemoData: adminDemoDataHandlers,
  adminSystem: adminSystemHandlers,
}
