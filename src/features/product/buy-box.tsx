import { lazyHydrated } from '#client/lazy-hydrated.tsx'
import { SharedSlot, Slot } from '#client/slot.tsx'
import { formAction } from '#contract/posted-form.ts'
import { AddToCartButton, BuyNowButton } from '#features/cart/add-to-cart-button.tsx'
import { Price } from '#ui/price.tsx'
import { BuyFormContext } from '../cart/buy-form.ts'
import css from './buy-box.module.css'
import { type ProductShown, productSlotProps } from './product-shown.ts'
import type { Variation } from './use-variation.ts'

const ProductOptions = lazyHydrated(() =>
  import('./product-options.tsx').then((module) => module.ProductOptions),
)
const ProductQuantity = lazyHydrated(() =>
  import('./product-quantity.tsx').then((module) => module.ProductQuantity),
)
const ProductTerms = lazyHydrated(() => import('./product-terms.tsx').then((module) => module.ProductTerms))

type Props = {
  product: ProductShown
  variation: Variation
}

/** Price, variation, quantity and the buy buttons, which are on the first screen; below them delivery, returns and text. */
export function BuyBox({ product, variation }: Props) {
  const { shown, isSoldOut, buying } = variation
  const { selling_price: price, mrp } = shown
  const slotProps = productSlotProps(product, shown)
  const isFrom =
    variation.unset !== undefined &&
    product.variations.combinations.some(({ selling_price: { amount } }) => amount > price.amount)
  return (
    <>
      <div className={css.price}>
        <Price
          price={price}
          mrp={mrp}
          discountPercent={Math.floor(((mrp.amount - price.amount) / mrp.amount) * 100) || 0}
          isFrom={isFrom}
        />
        <p className={css.tax}>{shown.price_note ?? product.price_note}</p>
      </div>
      <ProductOptions product={product} variation={variation}>
        <BuyFormContext value={variation.formId}>
          <Slot name="product.options" props={slotProps} />
        </BuyFormContext>
      </ProductOptions>
      <form
        id={variation.formId}
        className={css.buy}
        method="post"
        action={formAction('add-to-cart')}
        encType={product.customisation?.image.enabled ? 'multipart/form-data' : undefined}
        noValidate
        ref={variation.form}
        onSubmit={(event) => event.preventDefault()}
      >
        {!isSoldOut && (
          <>
            <ProductQuantity product={product} variation={variation} />
            <div className={css.add}>
              <AddToCartButton {...buying} />
            </div>
            <BuyNowButton {...buying} />
          </>
        )}
        <SharedSlot
          name="product.actions"
          props={{ product_id: shown.product_id, name: product.product_name }}
        />
      </form>
      {/* In place of the buttons: an email when it is back. */}
      {isSoldOut && <Slot name="product.below-buy-box" props={slotProps} />}
      <ProductTerms product={product} shown={shown}>
        <Slot name="product.below-price" props={slotProps} />
      </ProductTerms>
      {!isSoldOut && <Slot name="product.below-buy-box" props={slotProps} />}
      {product.short_description && <p>{product.short_description}</p>}
    </>
  )
}
