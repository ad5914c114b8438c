import { defineFixtureScreen } from '../../shop.ts'

export const home = defineFixtureScreen({
  load: () => ({ greeting: 'Welcome' }),
  meta: () => ({ title: 'Home', bodyClass: 'home', description: 'All we have' }),
})
