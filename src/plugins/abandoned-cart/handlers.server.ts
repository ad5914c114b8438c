import type { Cart } from '#contract/cart.ts'
import { money } from '#contract/money.ts'
import { scopeIn } from '#server/commerce/cart/move-cart.ts'
import { type DescribedLine, describeLines, restoreLines } from '#server/commerce/cart/restore-lines.ts'
import { cartCookie } from '#server/commerce/cart/store/cart-cookie.ts'
import { readCart } from '#server/commerce/cart/store/read-cart.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { notFound } from '#server/platform/kernel/errors.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { requireNewCart } from '#server/platform/limits/new-carts.ts'
import { defineGroup } from '#server/shop/plugins/define-server-plugin.ts'
import { findByToken } from './cart-link.server.ts'
import { abandonedCartEndpoints, type LeftLine, type Missed } from './contract.ts'
import { noteReturn } from './recovered.server.ts'
import { abandonedCartRoutes } from './routes.ts'

const linkExpired = () => notFound('This link has expired')

async function requireLeft({ db, config }: Pick<CallContext, 'db' | 'config'>, token: string) {
  const left = await findByToken(db, config, token)
  if (!left) throw linkExpired()
  return left
}

const availableOf = ({ is_buyable, quantity, stock, tracks_stock }: DescribedLine) =>
  !is_buyable ? 0 : tracks_stock ? Math.min(quantity, Math.max(0, stock)) : quantity

const heldIn = ({ items }: Cart, variationId: number) =>
  items.reduce((sum, item) => sum + (item.product_id === variationId && !item.gift ? item.quantity : 0), 0)

const handlers: Handlers<typeof abandonedCartEndpoints> = {
  async left({ token, ...ref }, call) {
    const left = await requireLeft(call, token)
    const { id, currency } = call.channel
    const present = await readCart(call.db, await scopeIn(call, ref))
    // Programs that open links have no such cart; others come back by the button.
    if (present.id === left.cart_id) await noteReturn(call.db, left.id, left.cart_id)
    const of = (amount: number | null) => (amount === null ? null : money(amount, currency))
    const lines = await describeLines(call.db, id, left.lines)
    return {
      is_ordered: left.is_ordered,
      lines: lines.map((line): LeftLine => {
        const { variation_id, name, url, image, quantity, price, unit_price } = line
        const isChanged = id === left.channel_id && price !== null && price !== unit_price
        return {
          ...{ variation_id, name, url, image, quantity },
          price: of(price),
          previous_price: isChanged ? of(unit_price) : null,
          available: availableOf(line),
          held: heldIn(present, variation_id),
        }
      }),
    }
  },

  async restore({ token, version, ...ref }, call) {
    const left = await requireLeft(call, token)
    const write = {
      scope: await scopeIn(call, ref),
      version,
      onNewCart: () => requireNewCart(call.config, call.visitor),
    }
    const restored = await restoreLines(call.db, write, { lines: left.lines, channelId: left.channel_id })
    if (restored.cart.id !== null) await noteReturn(call.db, left.id, restored.cart.id)
    call.setCookie(cartCookie(restored.cart))
    return say(missedNotice(restored.missed) ?? 'Your cart is back', restored)
  },
}

export const abandonedCartGroup = defineGroup({
  name: 'abandonedCart',
  routes: abandonedCartRoutes,
  endpoints: abandonedCartEndpoints,
  handlers,
  limits: { left: { most: 60, seconds: 60 }, restore: { most: 30, seconds: 60 } },
})

/** What is not back in the cart in full; undefined when all is. */
export function missedNotice(missed: readonly Missed[]): string | undefined {
  if (missed.length === 0) return undefined
  const gone = missed.filter(({ quantity }) => quantity === 0).map(({ name }) => name)
  const fewer = missed
    .filter(({ quantity }) => quantity > 0)
    .map(({ name, quantity, wanted }) => `Only ${quantity} of ${wanted} of ${name}`)
  const sentences = [
    ...(gone.length > 0 ? [`No longer available: ${gone.join(', ')}`] : []),
    ...(fewer.length > 0 ? [`${fewer.join(', ')} in stock`] : []),
  ]
  return sentences.join('. ')
}
