/** Whole addresses of the shop's pages: the same that their `canonical` and their structured data have. */
export function addressesOf(origin: string) {
  const at = (path: string) => new URL(path, origin).href
  const product = (slug: string) => `${origin}/product/${encodeURIComponent(slug)}`
  return {
    at,
    product,
    variation: (slug: string, sku: string) => `${product(slug)}?sku=${encodeURIComponent(sku)}`,
    /** A picture of the media folder at a width that the shop makes (spec §9): WebP, which every reader knows. */
    picture: (path: string) => `${origin}/_img/1024x/${encodeURI(path)}.webp`,
  }
}

export type Addresses = ReturnType<typeof addressesOf>
