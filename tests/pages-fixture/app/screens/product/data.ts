import { notFound } from '#pages/outcome.ts'
import { defineFixtureScreen, things } from '../../shop.ts'

export const product = defineFixtureScreen({
  load: ({ params }) => {
    const thing = things.find(({ slug }) => slug === params.slug) ?? notFound()
    return { view: { ...thing, added: new Date(0), story: '</script><script>alert(1)</script>' } }
  },
  meta: ({ view: { name, slug } }) => ({
    title: name,
    description: `All about "${name}" & more`,
    bodyClass: 'product',
    robots: slug === 'thing-2' ? 'noindex' : undefined,
    canonical: `https://shop.example/product/${slug}`,
    image: { href: 'https://shop.example/thing.webp', width: 20, height: 10, alt: 'A "thing"' },
    jsonLd: [{ '@type': 'Product', name, story: '</script>' }],
    preload: [{ href: '/thing.webp', imageSrcSet: '/thing.webp 1x, /thing-2x.webp 2x' }],
  }),
})
