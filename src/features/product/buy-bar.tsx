import { useEffect, useState } from 'react'
import { AddToCartButton } from '#features/cart/add-to-cart-button.tsx'
import { Amount } from '#ui/price.tsx'
import css from './buy-bar.module.css'
import type { ProductShown } from './product-shown.ts'
import type { Variation } from './use-variation.ts'

type Props = { product: ProductShown; variation: Variation }

/**
 * A sticky bar on phones with the buy button, shown after the buttons of the page are scrolled past. Must be
 * last in its page.
 */
export function BuyBar({ product, variation }: Props) {
  const { form: buttons, shown, chosen, isSoldOut, buying } = variation
  const [isPast, setPast] = useState(false)
  useEffect(() => {
    if (!buttons.current) return
    // Everything below the screen counts as visible, so that jumping past the buttons also shows the bar.
    const watcher = new IntersectionObserver(([entry]) => entry && setPast(!entry.isIntersecting), {
      rootMargin: '0px 0px 100000px',
    })
    watcher.observe(buttons.current)
    return () => watcher.disconnect()
  }, [buttons])
  // A sold-out product has no bar: the button in the page shows that.
  if (isSoldOut) return null
  const options = product.variations.attributes.flatMap(({ code, options: all }) =>
    all.filter(({ value }) => value === chosen[code]).map(({ label }) => label),
  )
  return (
    // It repeats buttons of the page: hidden from keyboard and screen readers while it is not visible.
    <div
      className={css.bar}
      data-scripts-only=""
      data-shown={isPast}
      data-bar={isPast || undefined}
      inert={!isPast}
    >
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
