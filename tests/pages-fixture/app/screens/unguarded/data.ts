import { defineFixtureScreen } from '../../shop.ts'

export const unguarded = defineFixtureScreen({
  guard: 'unknown guard',
  load: () => ({ view: {} }),
  meta: () => ({ title: '' }),
})
