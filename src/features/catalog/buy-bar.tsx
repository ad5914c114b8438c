import { type RefObject, useEffect, useState } from 'react'
import { AddToCartButton } from '#features/cart/add-to-cart-button.tsx'
import { Amount } from '#ui/price.tsx'
import css from './buy-bar.module.css'
import type { ProductShown } from './product-shown.ts'
import type { Variation } from './use-variation.ts'

type Props = { product: ProductShown; variation: Variation; buttons: RefObject<HTMLDivElement | null> }

/** On phones, once the buttons have been scrolled past: the way into the cart stays at the thumb. Must stand last in its page. */
export function BuyBar({ product, variation, buttons }: Props) {
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    if (!buttons.current) return
    // Everything below the screen counts as on it: whoever jumps past the buttons has passed them too.
    const watcher = new IntersectionObserver(([entry]) => entry && setPast(!entry.isIntersecting), {
      rootMargin: '0px 0px 100000px',
    })
    watcher.observe(buttons.current)
    return () => watcher.disconnect()
  }, [buttons])
  const { shown, isSoldOut, buying } = variation
  // Nothing to be bought: the sold-out button in the page has said so.
  if (isSoldOut) return null
  const options = product.variations.attributes.flatMap(({ code, options: all }) =>
    all.filter(({ value }) => value === shown.options[code]).map(({ label }) => label),
  )
  return (
    // Beside the buttons that are there already: nothing for the keyboard or a screen reader while it is not seen.
    <div className={css.bar} data-shown={isPast} data-bar={isPast || undefined} inert={!isPast}>
      <p className={css.words}>
        <b>
          <Amount money={shown.selling_price} />
        </b>
        <span>{options.length > 0 ? options.join(', ') : product.product_name}</span>
      </p>
      <AddToCartButton {...buying} isWide />
    </div>
  )
}
