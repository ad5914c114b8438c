import { useEffect, useState } from 'react'
import { AddToCartButton } from '#features/cart/add-to-cart-button.tsx'
import { Amount } from '#ui/price.tsx'
import css from './buy-bar.module.css'
import type { ProductShown } from './product-shown.ts'
import type { Variation } from './use-variation.ts'

type Props = { product: ProductShown; variation: Variation }

/**
 * A sticky bar on phones with price and buy button, from the start and while the buttons of the page are not on screen. It is the
 * only bar of its page, and must be last in it.
 */
export function BuyBar({ product, variation }: Props) {
  const { form: buttons, formId, shown, chosen, isSoldOut, buying } = variation
  const [isAway, setAway] = useState(true)
  useEffect(() => {
    if (!buttons.current) return
    const watcher = new IntersectionObserver(([entry]) => entry && setAway(!entry.isIntersecting))
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
    <div className={css.bar} data-shown={isAway} data-bar={isAway || undefined} inert={!isAway}>
      <p className={css.words}>
        <b>
          <Amount money={shown.selling_price} />
        </b>
        <span>{options.join(', ') || product.product_name}</span>
      </p>
      <AddToCartButton {...buying} formId={formId} />
    </div>
  )
}
