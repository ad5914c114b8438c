import { type ReactNode, useRef } from 'react'
import { RatingStars } from '#ui/rating-stars.tsx'
import { BuyBox } from './buy-box.tsx'
import css from './product-details.module.css'
import { BuyBar, Gallery, ProductFacts } from './product-parts.ts'
import type { ProductShown } from './product-shown.ts'
import { useVariation } from './use-variation.ts'

type Props = {
  product: ProductShown
  /** What stands below it on its page. */
  children: ReactNode
}

/** What is for sale, in which variation, and the way to have it. Price, stock, picture and address follow the choice. */
export function ProductDetails({ product, children }: Props) {
  // The address is the state: a reload or a shared link shows the same variation.
  const variation = useVariation(product, (href) => history.replaceState(history.state, '', href))
  const { rating, brand } = product
  const { shown } = variation
  const buttons = useRef<HTMLDivElement>(null)
  return (
    <>
      <div className={css.product}>
        <Gallery images={product.images} name={product.product_name} sku={shown.sku} />
        <div className={css.info}>
          <div className={css.title}>
            {brand && (
              <p className={css.brand}>
                {brand.name}
                {product.brand_place && <span>, {product.brand_place}</span>}
              </p>
            )}
            <h1>{product.product_name}</h1>
            {rating && <RatingStars {...rating} />}
          </div>
          <BuyBox product={product} variation={variation} ref={buttons} />
          <ProductFacts product={product} shown={shown} />
        </div>
      </div>
      {children}
      <BuyBar product={product} variation={variation} buttons={buttons} />
    </>
  )
}
