import type { SectionProps } from '#sections/section.ts'
import { LinkButton } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import type { load } from './data.ts'
import css from './product-spotlight.module.css'
import type { settings } from './schema.ts'

/** One product, large. */
export default function ProductSpotlight({
  settings: { eyebrow, text, button, image_side },
  data: { product },
}: SectionProps<typeof settings, typeof load>) {
  if (!product) return null
  const { name, url, image, selling_price, mrp, discount_percent, has_price_range, isSoldOut } = product
  return (
    <section className={`wide ${css.holder}`}>
      <div className={css.spotlight} data-side={image_side}>
        {image && (
          <div className={css.picture}>
            <Picture image={image} sizes="(min-width: 48rem) 44vw, 100vw" ratio={1} />
          </div>
        )}
        <div className={css.text}>
          {eyebrow && <p className={css.eyebrow}>{eyebrow}</p>}
          <h2>{name}</h2>
          <p>{text || product.text}</p>
          <Price
            price={selling_price}
            mrp={mrp}
            discountPercent={discount_percent}
            isFrom={has_price_range || undefined}
          />
          {isSoldOut && <p>Sold out</p>}
          <LinkButton href={url} aria-label={`${button}: ${name}`}>
            {button}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
