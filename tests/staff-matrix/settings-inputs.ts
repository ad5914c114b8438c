import type { settingsRoutes } from '#contract/admin/settings/routes.ts'
import type { InputsOf } from './inputs-of.ts'

/** A harmless valid input of each settings endpoint. */
export const settingsInputs: InputsOf<typeof settingsRoutes> = {
  adminSettings: {
    get: { id: 'store' },
    update: { id: 'store', version: 'an-old-version', values: {} },
    makeIcons: { path: 'unknown.webp' },
    upload: { use: 'logo' },
  },
  adminAppearance: {
    get: {},
    publish: { version: 'an-old-version' },
    discard: { version: 'an-old-version' },
    versions: {},
    restore: { id: 999_999_999, version: 'an-old-version', to: 'draft' },
    preview: {},
    themes: {},
    applyTheme: { name: 'no-such-theme', version: 'an-old-version' },
  },
  adminPlugins: {
    get: { id: 'WhatsappChat' },
    update: { id: 'WhatsappChat', version: 'an-old-version', values: {} },
  },
  adminPaymentMethods: {
    update: { id: 999_999_999, version: 'an-old-version', values: { name: 'Cash' } },
    check: { id: 999_999_999 },
  },
  adminChannels: { law: { id: 999_999_999 } },
  adminCustomFields: {
    usage: { id: 999_999_999 },
    clear: { id: 999_999_999, count: 0 },
    ofCatalog: {},
    ofContent: {},
    ofCustomer: { id: 999_999_999 },
    saveCustomer: { id: 999_999_999, version: 'an-old-version', values: {} },
    ofOrder: { id: 999_999_999 },
    saveOrder: { id: 999_999_999, version: 'an-old-version', values: {} },
  },
  adminMails: {
    get: { id: 'order_placed' },
    update: { id: 'order_placed', version: 'an-old-version', values: {} },
    test: { id: 'order_placed', values: {} },
  },
  adminServices: {
    update: { id: 'stripe', version: 'an-old-version', values: {} },
    remove: { id: 'stripe', version: 'an-old-version' },
    test: { id: 'stripe' },
  },
  adminDemoData: { get: {}, remove: { confirmation: '' } },
  adminSystem: { get: {}, failedMessages: {}, resend: { id: 999_999_999 } },
}
