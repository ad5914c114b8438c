import { earlyCartRoutes } from './early-routes.ts'

export const cartRoutes = {
  ...earlyCartRoutes,
  addItem: 'POST /api/cart/add-item',
  updateQty: 'PUT /api/cart/update-qty',
  removeItem: 'DELETE /api/cart/remove-item',
  updateAddress: 'PUT /api/cart/update-address',
  updateContact: 'PUT /api/cart/update-contact',
  updateShippingMode: 'PUT /api/cart/update-shipping-mode',
  updatePaymentMode: 'PUT /api/cart/update-payment-mode',
  updateItemsPrice: 'PUT /api/cart/update-items-price',
  update: 'PUT /api/cart/update',
  couponsGet: 'GET /api/cart/coupons/get',
  couponsApply: 'POST /api/cart/coupons/apply',
  couponsRemove: 'DELETE /api/cart/coupons/remove',
  validate: 'GET /api/cart/validate',
  validateAddress: 'GET /api/cart/validate/address',
  validateStock: 'GET /api/cart/validate/stock',
} as const
