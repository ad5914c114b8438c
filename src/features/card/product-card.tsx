import { type CSSProperties, useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { SharedSlot, Slot } from '#client/slot.tsx'
import type { FocalPoint } from '#contract/shapes.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import { useAlive } from '#ui/use-alive.ts'
import type { Card } from './card.ts'
import css from './product-card.module.css'
import { approachQuickView, openQuickView } from './quick-view.ts'

const SWATCHES_SHOWN = 3
type Props = {
  card: Card
  sizes: string
  /** Pixels: no larger picture is offered. */
  widest: number
  /** Among the first of the page: its picture is fetched first. */
  isFirst?: boolean | undefined
  level?: 'h2' | 'h3' | undefined
  /** A mouse is in the grid: the second picture is fetched while its card is on screen, before the mouse reaches it. */
  hasMouse?: boolean
}

/** A product in a grid: the whole card is one link with the product's name. */
export function ProductCard({ card, sizes, widest, isFirst, level: Heading = 'h3', hasMouse }: Props) {
  const { name, url, note, brand, image, hover, price, mrp = price, off = 0, rating, swatches = [] } = card
  const currency = useShop().storefront.channel.currency.code
  const [isNear, setNear] = useState(false)
  const isAlive = useAlive()
  const isTouched = isAlive && matchMedia('(hover: none)').matches && !card.isSoldOut
  const more = swatches.length - SWATCHES_SHOWN
  return (
    <article
      className={css.card}
      data-sold-out={card.isSoldOut}
      // The quick view is rendered after a pointer or the keyboard has reached the card, and for fingers at once.
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
    >
      <div className={css.frame}>
        {image ? (
          <Picture image={square(image, card.focal)} sizes={sizes} widest={widest} isFirst={isFirst} />
        ) : (
          <Icon name="box" size={40} />
        )}
        {hover && (isNear || hasMouse) && (
          <div className={css.hover} aria-hidden="true">
            <Picture image={square(hover, card.hoverFocal)} sizes={sizes} widest={widest} />
          </div>
        )}
        <Badge card={card} />
        <CardSlot name="card.badges" card={card} />
      </div>
      <div className={css.name}>
        {brand && (
          <p className={css.brand}>
            <bdi>{brand}</bdi>
          </p>
        )}
        <Heading>
          <a href={url} className={css.link} dir="auto">
            {name}
          </a>
        </Heading>
      </div>
      <div>
        <Price
          price={{ amount: price, currency }}
          mrp={{ amount: mrp, currency }}
          discountPercent={off}
          isFrom={card.isFrom}
        />
        {note && <p className="note">{note}</p>}
        <CardSlot name="card.below-price" card={card} />
      </div>
      <div className={css.foot}>
        {rating && <RatingStars average={rating[0]} count={rating[1]} isCompact />}
        {swatches.length > 0 && (
          <p className={css.swatches}>
            {swatches.slice(0, SWATCHES_SHOWN).map((color, at) => (
              <i key={at} style={{ backgroundColor: color }} />
            ))}
            {more > 0 && `+${more}`}
            <span className="visually-hidden">{` ${swatches.length} colours`}</span>
          </p>
        )}
      </div>
      {isAlive && (
        <div className={css.actions}>
          <SharedSlot name="card.actions" props={{ product_id: card.id, name }} />
        </div>
      )}
      {(isNear || isTouched) && (
        <div className={css.near}>
          <button
            type="button"
            className={css.quick}
            aria-label={`${isTouched ? 'Add' : 'Quick view of'} ${name}`}
            aria-haspopup="dialog"
            onPointerEnter={approachQuickView}
            onFocus={approachQuickView}
            onClick={() => openQuickView(card)}
          >
            {isTouched ? <Icon name="plus" /> : 'Quick view'}
          </button>
        </div>
      )}
    </article>
  )
}

type CardSlotProps = { name: 'card.badges' | 'card.below-price'; card: Card }

const CardSlot = ({ name, card: { id, slots } }: CardSlotProps) =>
  slots && <Slot name={name} props={{ product_id: id }} contents={slots} />

/** Empty alt text, because the name is beside the picture. */
const square = (path: string, focal_point?: FocalPoint) => ({
  ...{ path, alt: '', width: 1200, height: 1200, placeholder: null },
  ...(focal_point && { focal_point }),
})

/** One quiet badge: sold out has precedence over the label. */
function Badge({ card: { isSoldOut, label } }: { card: Card }) {
  if (isSoldOut) return <p className={css.badge}>Sold out</p>
  if (!label) return null
  const [name, color] = label
  return (
    <p className={css.badge} style={{ '--label': color } as CSSProperties}>
      {name}
    </p>
  )
}
