import { defineFixtureScreen, things } from '../../shop.ts'

export const listing = defineFixtureScreen({
  varies: ['columns'],
  load: ({ url, params, api }) => {
    const query = url.searchParams.get('q') ?? ''
    const found = things.filter(({ name }) => name.includes(query))
    return { view: { query, slug: params.slug ?? '', things: found, visits: api.visit('listing') } }
  },
  meta: ({ view: { query } }) => ({
    title: query ? `Shop: ${query}` : 'Shop',
    bodyClass: 'shop-online wide',
    canonical: 'https://shop.example/shop-online',
  }),
})
