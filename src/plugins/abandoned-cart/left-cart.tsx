import { useState } from 'react'
import { send } from '#client/api.ts'
import { setCartIfNewer, useCart } from '#client/cart-store.ts'
import { showToast } from '#client/toasts.ts'
import { createClient } from '#contract/client.ts'
import { formAction } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { cardClass } from '#ui/card.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { Amount } from '#ui/price.tsx'
import type { LeftCart, LeftLine } from './contract.ts'
import css from './left-cart.module.css'
import { abandonedCartRoutes } from './routes.ts'

const api = createClient(send, { abandonedCart: abandonedCartRoutes })

type Props = { cart_session: string | null; data: LeftCart }

/** The goods of the cart that a mail is about, as long as they are not all in the present one. Works without JavaScript. */
export function LeftCartBox({ data: { token, lines, is_ordered } }: Props) {
  const cart = useCart((state) => state.cart)
  const [isRestoring, setIsRestoring] = useState(false)
  if (lines === null)
    return (
      <Callout tone="info" title="This link has expired">
        <p>What you left is no longer stored.</p>
      </Callout>
    )
  const heldOf = ({ variation_id, held }: LeftLine) =>
    cart
      ? cart.items.reduce(
          (sum, item) => sum + (item.product_id === variation_id && !item.gift ? item.quantity : 0),
          0,
        )
      : held
  const missing = lines.filter((line) => line.available === 0 || heldOf(line) < line.available)
  if (missing.length === 0) return null
  if (missing.every(({ available }) => available === 0))
    return (
      <Callout tone="info" title={`No longer available: ${missing.map(({ name }) => name).join(', ')}`} />
    )

  async function restore() {
    if (isRestoring) return
    setIsRestoring(true)
    const reply = await api.abandonedCart.restore({ token }, { silent: true })
    setIsRestoring(false)
    if (reply.status === 'error') return showToast('error', reply.message)
    setCartIfNewer(reply.data.cart)
    showToast('success', reply.message ?? 'Your cart is back')
  }

  // An empty cart does not link the stylesheet otherwise.
  return (
    <section className={`${cardClass} ${css.box}`} aria-labelledby="left-cart" data-late-styles="">
      <h2 id="left-cart" className={css.heading}>
        {is_ordered ? 'You have placed an order since you left these' : 'You left these in your cart'}
      </h2>
      <ul className={css.lines}>
        {missing.map((line) => (
          <Line key={line.variation_id} line={line} />
        ))}
      </ul>
      <PostForm action={formAction('restore-cart')} fields={{ token }} onPost={() => void restore()}>
        <Button type="submit" isBusy={isRestoring}>
          {is_ordered ? 'Buy them again' : 'Put them back in the cart'}
        </Button>
      </PostForm>
    </section>
  )
}

const Line = ({
  line: { name, url, image, quantity, price, previous_price, available },
}: {
  line: LeftLine
}) => (
  <li className={css.line}>
    <span className={css.picture}>
      {image ? <Picture image={image} sizes="4rem" ratio={4 / 5} alt="" /> : <Icon name="box" size={24} />}
    </span>
    <span>
      {url ? <a href={url}>{name}</a> : name}
      <span className={css.facts}>
        {available > 0 && price ? (
          <>
            {available < quantity ? `${available} of ${quantity}` : quantity} × <Amount money={price} />
            {previous_price && (
              <>
                , <Amount money={previous_price} /> in the e-mail
              </>
            )}
          </>
        ) : (
          'No longer available'
        )}
      </span>
    </span>
  </li>
)
