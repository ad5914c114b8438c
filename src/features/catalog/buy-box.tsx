import type { Ref } from 'react'
import { AddToCartButton, BuyNowButton } from '#features/cart/add-to-cart-button.tsx'
import { HeartButton } from '#features/wishlist/heart-button.tsx'
import { Amount, Price } from '#ui/price.tsx'
import css from './buy-box.module.css'
import { ProductOptions, Quantity } from './product-parts.ts'
import type { ProductShown } from './product-shown.ts'
import type { Variation } from './use-variation.ts'

type Props = {
  product: ProductShown
  variation: Variation
  /** The row of buttons, for who has to know whether it is on the screen. */
  ref?: Ref<HTMLDivElement>
}

/** At what price, in which variation, how many: and the way to have it. */
export function BuyBox({ product, variation, ref }: Props) {
  const { shown, isSoldOut, buying } = variation
  const { selling_price: price, mrp } = shown
  const saved = mrp.amount - price.amount
  return (
    <>
      <div className={css.price}>
        <Price price={price} mrp={mrp} discountPercent={Math.floor((saved / mrp.amount) * 100) || 0} />
        {saved > 0 && (
          <p className={css.saves}>
            You save <Amount money={{ amount: saved, currency: mrp.currency }} />
          </p>
        )}
        {product.tax_included && <p className={css.tax}>Inclusive of all taxes</p>}
      </div>
      {product.short_description && <p>{product.short_description}</p>}
      <ProductOptions product={product} variation={variation} />
      <div className={css.buy} ref={ref}>
        {!isSoldOut && <Quantity product={product} variation={variation} />}
        <div className={css.add}>
          <AddToCartButton {...buying} isSoldOut={isSoldOut} isWide />
          <HeartButton productId={shown.product_id} name={product.product_name} />
        </div>
        {!isSoldOut && (
          <div className={css.now}>
            <BuyNowButton {...buying} isWide />
          </div>
        )}
      </div>
    </>
  )
}
