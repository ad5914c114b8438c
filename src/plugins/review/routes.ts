/** Imported by browser code too, so the file contains no schemas. */
export const reviewRoutes = {
  fields: 'GET /api/plugins/review/fields',
  rateProduct: 'POST /api/plugins/review/rate-product',
  productReviews: 'POST /api/plugins/review/product-reviews',
  mine: 'GET /api/plugins/review/mine',
  helpful: 'POST /api/plugins/review/helpful',
} as const
