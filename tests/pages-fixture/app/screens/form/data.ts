import { defineFixtureScreen } from '../../shop.ts'

export const form = defineFixtureScreen({
  load: () => ({ view: {} }),
  meta: () => ({ title: 'Form' }),
})
