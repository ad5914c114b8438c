import { redirect } from '#pages/outcome.ts'
import { defineFixtureScreen } from '../../shop.ts'

export const old = defineFixtureScreen({
  load: ({ params }) => redirect(`/product/${params.slug}`, 301),
  meta: () => ({ title: '' }),
})
