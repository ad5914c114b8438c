import { defineFixtureScreen } from '../../shop.ts'

export const unguarded = defineFixtureScreen({
  guard: 'nobody wrote this one',
  load: () => ({}),
  meta: () => ({ title: '' }),
})
