import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useLocale } from '#ui/locale.ts'
import { deliveryText } from './delivery-text.ts'
import type { ProductShown } from './product-shown.ts'
import css from './product-terms.module.css'
import type { Variation } from './use-variation.ts'

type Props = {
  product: ProductShown
  shown: Variation['shown']
  /** What plugins say of the delivery. */
  children: ReactNode
}

/** Delivery with its dates, returns and origin, below the buy buttons. The dates of an address replace those of any address. */
export function ProductTerms({ product, shown, children }: Props) {
  const { brand_place, returns, sent, delivery, today, min_age } = product
  const { cost, dates } = deliveryText(delivery, { price: shown.selling_price, today, locale: useLocale() })
  return (
    <div className={css.terms}>
      {children}
      <ul className={css.list}>
        {min_age && (
          <li>
            <Icon name="shield" /> Only for ages {min_age} and over, checked at delivery
          </li>
        )}
        <li>
          <Icon name="truck" />
          <p>
            {sent ?? cost}
            {dates && !shown.sold_ahead && (
              <span className={css.dates}>
                , arrives <b>{dates}</b>
              </span>
            )}
          </p>
        </li>
        <li>
          <Icon name="undo" /> {returns}
        </li>
        {brand_place && (
          <li>
            <Icon name="hand" /> Made in {brand_place}
          </li>
        )}
      </ul>
    </div>
  )
}
