import { defineFixtureScreen } from '../../shop.ts'

export const home = defineFixtureScreen({
  load: () => ({ view: { greeting: 'Welcome' } }),
  meta: () => ({ title: 'Home', bodyClass: 'home', description: 'All we have' }),
})
