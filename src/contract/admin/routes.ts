import { catalogRoutes } from './catalog/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { customersRoutes } from './customers/routes.ts'
import { marketingRoutes } from './marketing/routes.ts'
import { resourceRoutes } from './resource-routes.ts'
import { settingsRoutes } from './settings/routes.ts'

/**
 * Method and path of every endpoint of the back office. Separate from `contract/routes.ts`, which every page of the shop
 * loads. Without zod, because the back office's browser code loads this file.
 */
export const adminRoutes = {
  adminSession: {
    get: 'GET /api/admin/session',
    byLink: 'POST /api/admin/session/link',
    byPassword: 'POST /api/admin/session/password',
    passkeyOptions: 'POST /api/admin/session/passkey/options',
    byPasskey: 'POST /api/admin/session/passkey',
    passkeys: 'GET /api/admin/session/passkeys',
    startPasskey: 'POST /api/admin/session/passkeys/start',
    addPasskey: 'POST /api/admin/session/passkeys',
    removePasskey: 'DELETE /api/admin/session/passkeys/:id',
    prove: 'POST /api/admin/session/prove',
    startTotp: 'POST /api/admin/session/totp',
    confirmTotp: 'POST /api/admin/session/totp/confirm',
    setPassword: 'PUT /api/admin/session/password',
    signOut: 'POST /api/admin/session/sign-out',
  },
  adminHome: {
    get: 'GET /api/admin/home',
    setup: 'GET /api/admin/home/setup',
    sales: 'GET /api/admin/home/sales',
    toDo: 'GET /api/admin/home/to-do',
    bestSellers: 'GET /api/admin/home/best-sellers',
    lowStock: 'GET /api/admin/home/low-stock',
    missedSearches: 'GET /api/admin/home/missed-searches',
    layout: 'GET /api/admin/home/layout',
    saveLayout: 'PUT /api/admin/home/layout',
    hideSetup: 'POST /api/admin/home/hide-setup',
  },
  adminReports: {
    get: 'GET /api/admin/reports',
    funnel: 'GET /api/admin/reports/funnel',
    storedValue: 'GET /api/admin/reports/stored-value',
    stock: 'GET /api/admin/reports/stock',
    export: 'GET /api/admin/reports/export',
  },
  adminSearch: {
    find: 'GET /api/admin/search',
  },
  adminOrders: {
    list: 'GET /api/admin/orders',
    filters: 'GET /api/admin/orders/filters',
    saveView: 'POST /api/admin/orders/views',
    removeView: 'DELETE /api/admin/orders/views/:id',
    get: 'GET /api/admin/orders/:id',
    bulk: 'POST /api/admin/orders/bulk',
    batch: 'GET /api/admin/orders/batch',
    export: 'GET /api/admin/orders/export',
    invoice: 'GET /api/admin/orders/:id/invoice',
    creditNote: 'GET /api/admin/orders/:id/credit-note',
    phoneForm: 'GET /api/admin/orders/phone-form',
    quote: 'POST /api/admin/orders/quote',
    create: 'POST /api/admin/orders',
    confirmPayment: 'POST /api/admin/orders/:id/confirm-payment',
    pack: 'POST /api/admin/orders/:id/pack',
    markReady: 'POST /api/admin/orders/:id/ready',
    handOver: 'POST /api/admin/orders/:id/hand-over',
    ship: 'POST /api/admin/orders/:id/ship',
    correctWaybill: 'PUT /api/admin/orders/:id/waybill',
    scan: 'POST /api/admin/orders/:id/scan',
    deliver: 'POST /api/admin/orders/:id/deliver',
    cancel: 'POST /api/admin/orders/:id/cancel',
    refund: 'POST /api/admin/orders/:id/refund',
    addReturnPhoto: 'POST /api/admin/orders/:id/return-photos',
    startReturn: 'POST /api/admin/orders/:id/returns',
    giveBack: 'POST /api/admin/orders/:id/allowances',
    sendPaymentLink: 'POST /api/admin/orders/:id/payment-link',
    markReviewed: 'POST /api/admin/orders/:id/reviewed',
    failedRefund: 'POST /api/admin/orders/:id/failed-refund',
    payBack: 'POST /api/admin/orders/:id/pay-back',
    payout: 'PUT /api/admin/orders/:id/payout',
    quoteChange: 'POST /api/admin/orders/:id/change/quote',
    change: 'POST /api/admin/orders/:id/change',
    withdrawChange: 'POST /api/admin/orders/:id/change/withdraw',
    quoteExchange: 'POST /api/admin/orders/:id/exchange/quote',
    exchange: 'POST /api/admin/orders/:id/exchange',
    addNote: 'POST /api/admin/orders/:id/notes',
    seeMentions: 'POST /api/admin/orders/:id/notes/seen',
    tag: 'POST /api/admin/orders/:id/tags',
    assign: 'POST /api/admin/orders/:id/assign',
    organize: 'POST /api/admin/orders/organize',
    changeAddress: 'PUT /api/admin/orders/:id/address',
    resend: 'POST /api/admin/orders/:id/resend',
    demoCourier: 'PUT /api/admin/orders/demo-courier',
  },
  adminCouriers: {
    get: 'GET /api/admin/couriers',
    rates: 'POST /api/admin/couriers/rates',
    book: 'POST /api/admin/couriers/bookings',
    cancel: 'DELETE /api/admin/couriers/bookings/:id',
    labels: 'GET /api/admin/couriers/labels',
    pickup: 'POST /api/admin/couriers/pickups',
  },
  adminStaff: {
    list: 'GET /api/admin/staff',
    add: 'POST /api/admin/staff',
    update: 'PUT /api/admin/staff/:id',
    link: 'POST /api/admin/staff/:id/link',
  },
  adminStaffRoles: resourceRoutes('staff-roles'),
  adminApiKeys: {
    list: 'GET /api/admin/api-keys',
    create: 'POST /api/admin/api-keys',
    remove: 'DELETE /api/admin/api-keys/:id',
  },
  adminAudit: {
    list: 'GET /api/admin/audit',
  },
  ...catalogRoutes,
  ...contentRoutes,
  ...customersRoutes,
  ...marketingRoutes,
  ...settingsRoutes,
} as const

export type AdminRoutes = typeof adminRoutes
export type AdminGroupName = keyof AdminRoutes
