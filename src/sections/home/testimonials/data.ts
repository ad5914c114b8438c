import type { SectionLoader } from '#sections/section.ts'
import type { settings } from './schema.ts'

type Shown = { name: string; url: string; image?: string }

/** The products that the quotes are about, by the slug in the settings; one that is not on sale is left out. */
export const load = (async ({ items }, { api }) => {
  const slugs = [...new Set(items.flatMap(({ product }) => product ?? []))]
  const replies = await Promise.all(slugs.map((id) => api.product.single({ id })))
  const products: Record<string, Shown> = {}
  for (const [at, reply] of replies.entries()) {
    if (reply.status === 'error') continue
    const { product_name: name, slug, base_image } = reply.data
    const url = `/product/${slug}`
    products[slugs[at] ?? ''] = { name, url, ...(base_image && { image: base_image.path }) }
  }
  return { products }
}) satisfies SectionLoader<typeof settings>
