import { lazyHydrated } from '#client/lazy-hydrated.tsx'
import type { ScreenData } from '#pages/screen.ts'

const CartPage = lazyHydrated(() => import('./cart-page.tsx').then((module) => module.CartPage))

/**
 * Complete from the server; the code that changes it is hydrated lazily. First-load JavaScript:
 * performance row 1.
 */
export default function CartScreen(props: ScreenData<typeof import('./data.ts').cart>) {
  return <CartPage {...props} />
}
