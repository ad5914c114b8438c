/** The canonical address of a category; `path` is the whole way: 'ceramics/mugs'. */
export const categoryUrl = (path: string) => `/product-category/${path}`
