import { defineFixtureScreen } from '../../shop.ts'

export const account = defineFixtureScreen({
  visitor: true,
  guard: 'login',
  load: ({ api }) => ({ view: { visits: api.visit('account') } }),
  meta: () => ({ title: 'Account', robots: 'noindex' }),
})
