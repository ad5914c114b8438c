import { notFound } from '#pages/outcome.ts'
import { defineFixtureScreen } from '../../shop.ts'

export const content = defineFixtureScreen({
  load: ({ params }) => (params.slug === 'about/us' ? { view: { text: 'About us' } } : notFound()),
  meta: ({ view: { text } }) => ({ title: text }),
})
