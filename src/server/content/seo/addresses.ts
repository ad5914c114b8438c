/** Absolute URLs of the shop's pages, the same as in `canonical` and structured data. */
export function addressesOf(origin: string) {
  const at = (path: string) => new URL(path, origin).href
  const product = (slug: string) => `${origin}/product/${encodeURIComponent(slug)}`
  return {
    at,
    product,
    variation: (slug: string, sku: string) => `${product(slug)}?sku=${encodeURIComponent(sku)}`,
    /** An image of the media folder in a width the shop renders (spec §9): WebP, which all crawlers support. */
    picture: (path: string) => `${origin}/_img/1024x/${encodeURI(path)}.webp`,
  }
}

export type Addresses = ReturnType<typeof addressesOf>
