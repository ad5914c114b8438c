/** Groups that only screens of their own call: apart from `routes.ts`, so that no first page carries their addresses. */
export const ordersRoutes = {
  get: 'GET /api/orders/get',
  item: 'POST /api/orders/item',
  invoice: 'GET /api/orders/invoice',
  cancel: 'PUT /api/orders/cancel',
  refundRequest: 'POST /api/orders/refund/request',
} as const
