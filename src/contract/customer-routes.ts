// In a file of their own: what only customers ask for is no part of what every page loads first.
export const addressRoutes = {
  all: 'GET /api/address/all',
  add: 'POST /api/address/add',
  update: 'PUT /api/address/update/:id',
  remove: 'DELETE /api/address/remove/:id',
} as const

export const wishlistRoutes = {
  get: 'GET /api/wishlist/get',
  add: 'POST /api/wishlist/add',
  remove: 'DELETE /api/wishlist/remove',
  moveToCart: 'POST /api/wishlist/moveToCart',
} as const
