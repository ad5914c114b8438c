import { notFound } from '#pages/outcome.ts'
import { defineFixtureScreen } from '../../shop.ts'

export const content = defineFixtureScreen({
  load: ({ params }) => (params.slug === 'about/us' ? { text: 'About us' } : notFound()),
  meta: ({ text }) => ({ title: text }),
})
