import { latePart } from '#client/late-part.tsx'
import type { ScreenData } from '#pages/screen.ts'

const CartPage = latePart(async () => (await import('./cart-page.tsx')).CartPage)

export const parts = [CartPage]

/** Complete from the server; what changes it comes right after. First-load JavaScript, performance.md row 1. */
export default function CartScreen(props: ScreenData<typeof import('./data.ts').cart>) {
  return <CartPage {...props} />
}
