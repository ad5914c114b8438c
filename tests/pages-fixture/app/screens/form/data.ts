import { defineFixtureScreen } from '../../shop.ts'

export const form = defineFixtureScreen({
  load: () => ({}),
  meta: () => ({ title: 'Form' }),
})
