import { useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { HeartButton } from '#features/wishlist/heart-button.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import { useAlive } from '#ui/use-alive.ts'
import type { Card } from './card.ts'
import css from './product-card.module.css'
import { approachQuickView, openQuickView } from './quick-view.ts'

const SWATCHES_SHOWN = 5
type Props = {
  card: Card
  sizes: string
  /** Pixels: no larger picture is offered. */
  widest: number
  /** In the first row: fetched at once. */
  isEager?: boolean | undefined
  level?: 'h2' | 'h3' | undefined
}

/** A product in a grid: the whole card is one link, named by the product. */
export function ProductCard({ card, sizes, widest, isEager, level: Heading = 'h3' }: Props) {
  const { name, url, brand, image, hover, price, mrp = price, off = 0, left, rating, swatches = [] } = card
  const currency = useShop().storefront.channel.currency.code
  const [isNear, setNear] = useState(false)
  const isAlive = useAlive()
  const more = swatches.length - SWATCHES_SHOWN
  return (
    <article
      className={css.card}
      data-sold-out={card.isSoldOut}
      // The second picture and the quick view are there when a mouse or the keyboard has come to the card, never before.
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setNear(true)}
      onFocus={() => setNear(true)}
    >
      <div className={css.frame}>
        {image && <Picture image={square(image)} sizes={sizes} widest={widest} isEager={isEager} />}
        {hover && isNear && (
          <div className={css.hover} aria-hidden="true">
            <Picture image={square(hover)} sizes={sizes} widest={widest} isEager />
          </div>
        )}
        <Badges card={card} />
      </div>
      <div className={css.text}>
        {brand && <p className={css.brand}>{brand}</p>}
        <Heading className={css.name}>
          <a href={url} className={css.link}>
            {name}
          </a>
        </Heading>
        <Price
          price={{ amount: price, currency }}
          mrp={{ amount: mrp, currency }}
          discountPercent={off}
          isFrom={card.isFrom}
        />
        {left && <p className={css.low}>{`Only ${left} left`}</p>}
        {rating && <RatingStars average={rating[0]} count={rating[1]} />}
        {swatches.length > 0 && (
          <p className={css.swatches}>
            {swatches.slice(0, SWATCHES_SHOWN).map((color, at) => (
              <i key={at} style={{ backgroundColor: color }} />
            ))}
            {more > 0 && <span className={css.more}>{`+${more}`}</span>}
            <span className="visually-hidden">{`${swatches.length} colours`}</span>
          </p>
        )}
      </div>
      {isAlive && (
        <div className={css.heart}>
          <HeartButton productId={card.id} name={name} />
        </div>
      )}
      {isNear && (
        <div className={css.near}>
          <button
            type="button"
            className={css.quick}
            aria-haspopup="dialog"
            onPointerEnter={approachQuickView}
            onFocus={approachQuickView}
            onClick={() => openQuickView(card)}
          >
            Quick view<span className="visually-hidden"> of {name}</span>
          </button>
        </div>
      )}
    </article>
  )
}

/** The name stands beside the picture: said once is enough. */
const square = (path: string) => ({ path, alt: '', width: 1200, height: 1200, placeholder: null })

/** Sold out goes before everything. */
function Badges({ card: { isSoldOut, labels } }: { card: Card }) {
  if (isSoldOut) return <p className={`${css.badges} ${css.soldOut}`}>Sold out</p>
  if (!labels) return null
  return (
    <p className={css.badges}>
      {labels.map(([name, background, text]) => (
        <span key={name} style={{ backgroundColor: background, color: text }}>
          {name}
        </span>
      ))}
    </p>
  )
}
