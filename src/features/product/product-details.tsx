import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { lazyHydrated } from '#client/lazy-hydrated.tsx'
import { onInteractionOrIdle } from '#client/on-interaction-or-idle.ts'
import { Slot } from '#client/slot.tsx'
import { handleChunkError } from '#pages/chunk-reload.ts'
import { BelowFold } from '#pages/prerender/below-fold.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import { BuyBox } from './buy-box.tsx'
import css from './product-details.module.css'
import { type ProductShown, productSlotProps } from './product-shown.ts'
import { useVariation } from './use-variation.ts'

const BuyBar = lazyHydrated(() => import('./buy-bar.tsx').then((module) => module.BuyBar))
const Gallery = lazyHydrated(() => import('./gallery.tsx').then((module) => module.Gallery))
const ProductFacts = lazyHydrated(() => import('./product-facts.tsx').then((module) => module.ProductFacts))

type Props = {
  product: ProductShown
  /** Content below it on its page. */
  children: ReactNode
}

/** A product with its variations and buy buttons. Price, stock, picture and URL follow the choice. */
export function ProductDetails({ product, children }: Props) {
  // The choice is stored in the URL: a reload or a shared link shows the same variation.
  const variation = useVariation(product, (href) => history.replaceState(history.state, '', href))
  const { rating, brand, offer } = product
  const { shown } = variation
  const slotProps = productSlotProps(product, shown)
  const emitView = useEffectEvent(() =>
    import('./product-events.ts').then(({ emitProductView }) => emitProductView(product, shown)),
  )
  useEffect(() => void onInteractionOrIdle(() => void emitView().catch(handleChunkError)), [])
  return (
    <>
      <div className={css.product}>
        <Gallery product={product} sku={shown.sku} isPage />
        <div className={css.info}>
          <div className={css.title}>
            {brand && (
              <p className={css.brand}>
                {brand.name}
                {product.brand_place && <span>, {product.brand_place}</span>}
              </p>
            )}
            <h1>
              <bdi>{product.product_name}</bdi>
            </h1>
            {rating && (
              <a className={css.rating} href="#reviews">
                <RatingStars {...rating} />
              </a>
            )}
            {offer && <p className={css.offer}>{offer}</p>}
            <Slot name="product.below-title" props={slotProps} />
          </div>
          <BuyBox product={product} variation={variation} />
          <BelowFold isTall={false}>
            <ProductFacts product={product} shown={shown} />
            <Slot name="product.details" props={slotProps} />
          </BelowFold>
        </div>
      </div>
      <BelowFold>
        <Slot name="product.below-details" props={slotProps} />
        {children}
      </BelowFold>
      <BuyBar product={product} variation={variation} />
    </>
  )
}
