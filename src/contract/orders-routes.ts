import type { Routes } from './routes.ts'

/**
 * The group once more for the screens of orders, as no first page may carry it: what `routes.ts` imports comes along with it.
 * The types hold both together.
 */
export const ordersRoutes = {
  get: 'GET /api/orders/get',
  item: 'POST /api/orders/item',
  invoice: 'GET /api/orders/invoice',
  cancel: 'PUT /api/orders/cancel',
  refundRequest: 'POST /api/orders/refund/request',
} as const satisfies Routes['orders']
