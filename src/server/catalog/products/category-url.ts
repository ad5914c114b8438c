/** The canonical URL of a category; `path` is the full path: 'ceramics/mugs'. */
export const categoryUrl = (path: string) => `/product-category/${path}`
