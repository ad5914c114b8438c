import { redirect } from '#pages/outcome.ts'
import { defineFixtureScreen } from '../../shop.ts'

export const loop = defineFixtureScreen({
  load: ({ params }) => redirect(`/loop/${Number(params.turn) + 1}`),
  meta: () => ({ title: '' }),
})
