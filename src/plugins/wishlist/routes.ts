/** Spec §7 "Wishlist". Without schemas, because browsers import it. */
export const wishlistRoutes = {
  get: 'GET /api/wishlist/get',
  add: 'POST /api/wishlist/add',
  remove: 'DELETE /api/wishlist/remove',
  moveToCart: 'POST /api/wishlist/moveToCart',
  setPriceNotices: 'PUT /api/wishlist/price-notices',
} as const
