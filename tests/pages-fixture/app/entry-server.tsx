import type { Assets } from '#pages/answer.ts'
import { redirect } from '#pages/outcome.ts'
import type { LoadRequest } from '#pages/screen.ts'
import { createPages } from '#pages/server.tsx'
import { routes } from './routes.ts'
import { account } from './screens/account/data.ts'
import { away } from './screens/away/data.ts'
import { broken } from './screens/broken/data.ts'
import { content } from './screens/content/data.ts'
import { form } from './screens/form/data.ts'
import { home } from './screens/home/data.ts'
import { listing } from './screens/listing/data.ts'
import { loop } from './screens/loop/data.ts'
import { old } from './screens/old/data.ts'
import { product } from './screens/product/data.ts'
import { unguarded } from './screens/unguarded/data.ts'
import { Shell, type ShellData, Status } from './shell.tsx'
import type { FixtureApi } from './shop.ts'

export const openPages = (assets: Assets) =>
  createPages<FixtureApi, ShellData>({
    routes,
    screens: { home, listing, product, old, away, loop, broken, account, unguarded, content, form },
    guards: { login },
    loadShell: () => ({ shell: { store: 'The <Shop>' }, whole: { store: 'The <Shop>' } }),
    Shell,
    Status,
    headTags: () => '<link rel="icon" href="data:,"><style>:root{--color-primary:#06c}</style>',
    assets,
    onCrash: () => {},
  })

function login({ api }: LoadRequest<FixtureApi>) {
  if (!api.isLoggedIn) redirect('/?login=1')
}
