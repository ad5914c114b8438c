import { resourceRoutes } from '../resource-routes.ts'

/** Method and path of the back office's settings endpoints, by group. Without zod, like `admin/routes.ts`. */
export const settingsRoutes = {
  adminSettings: {
    get: 'GET /api/admin/settings/groups/:id',
    update: 'PUT /api/admin/settings/groups/:id',
    upload: 'POST /api/admin/settings/uploads',
    makeIcons: 'POST /api/admin/settings/icons',
  },
  adminAppearance: {
    get: 'GET /api/admin/appearance',
    publish: 'POST /api/admin/appearance/publish',
    discard: 'POST /api/admin/appearance/discard',
    versions: 'GET /api/admin/appearance/versions',
    restore: 'POST /api/admin/appearance/versions/:id/restore',
    preview: 'GET /api/admin/appearance/preview',
    themes: 'GET /api/admin/appearance/themes',
    applyTheme: 'POST /api/admin/appearance/themes',
  },
  adminPlugins: {
    list: 'GET /api/admin/plugins',
    get: 'GET /api/admin/plugins/:id',
    update: 'PUT /api/admin/plugins/:id',
  },
  adminRedirects: resourceRoutes('redirects'),
  adminShippingMethods: resourceRoutes('shipping-methods'),
  adminTaxRates: resourceRoutes('tax-rates'),
  adminPaymentMethods: {
    list: 'GET /api/admin/payment-methods',
    get: 'GET /api/admin/payment-methods/:id',
    update: 'PUT /api/admin/payment-methods/:id',
    check: 'POST /api/admin/payment-methods/:id/check',
  },
  adminChannels: { ...resourceRoutes('channels'), law: 'GET /api/admin/channels/:id/law' },
  adminCustomFields: {
    ...resourceRoutes('custom-fields'),
    usage: 'GET /api/admin/custom-fields/:id/usage',
    clear: 'POST /api/admin/custom-fields/:id/clear',
    ofCatalog: 'GET /api/admin/custom-fields/of-catalog',
    ofContent: 'GET /api/admin/custom-fields/of-content',
    ofCustomer: 'GET /api/admin/custom-fields/of-customers/:id',
    saveCustomer: 'PUT /api/admin/custom-fields/of-customers/:id',
    ofOrder: 'GET /api/admin/custom-fields/of-orders/:id',
    saveOrder: 'PUT /api/admin/custom-fields/of-orders/:id',
  },
  adminMails: {
    list: 'GET /api/admin/mails',
    get: 'GET /api/admin/mails/:id',
    update: 'PUT /api/admin/mails/:id',
    test: 'POST /api/admin/mails/:id/test',
  },
  adminServices: {
    list: 'GET /api/admin/services',
    update: 'PUT /api/admin/services/:id',
    remove: 'DELETE /api/admin/services/:id',
    test: 'POST /api/admin/services/:id/test',
  },
  adminDemoData: {
    get: 'GET /api/admin/demo-data',
    remove: 'POST /api/admin/demo-data/removals',
  },
  adminSystem: {
    get: 'GET /api/admin/system',
    failedMessages: 'GET /api/admin/system/messages',
    resend: 'POST /api/admin/system/messages/:id/resend',
  },
} as const
