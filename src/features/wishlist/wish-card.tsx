import { useState } from 'react'
import type { WishlistItem } from '#contract/wishlist.ts'
import { toCard } from '#features/catalog/card.ts'
import { ProductCard } from '#features/catalog/product-card.tsx'
import { openQuickView } from '#features/catalog/quick-view.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Amount } from '#ui/price.tsx'
import { moveToCart } from './move-to-cart.ts'
import { priceDrop } from './price-drop.ts'
import css from './wish-card.module.css'

type Props = {
  item: WishlistItem
  /** The card has left the list, and the button that was pressed with it. */
  onGone: () => void
}

/** A saved variation: the shop's card, what has changed since it was saved, and the way into the cart. */
export function WishCard({ item, onGone }: Props) {
  const { product, options } = item
  const [isMoving, setIsMoving] = useState(false)
  const card = toCard(product)
  const drop = priceDrop(item)
  const words = options.map(({ label, value }) => `${label}: ${value}`).join(', ')
  const move = async () => {
    setIsMoving(true)
    const isMoved = await moveToCart(product.id)
    if (isMoved) onGone()
    else setIsMoving(false)
  }
  return (
    <>
      <ProductCard card={card} sizes="(min-width: 62rem) 18vw, 46vw" widest={640} level="h2" />
      <div className={css.foot}>
        {words && <p className="note">{words}</p>}
        {drop && (
          <p className={css.drop}>
            Price down by <Amount money={drop} /> since you saved it
          </p>
        )}
        {card.isSoldOut ? (
          <>
            <p className="note">Sold out for now. It stays here for when it is back.</p>
            {product.category && (
              <LinkButton look="secondary" isWide href={`/product-category/${product.category.slug}`}>
                See similar<span className="visually-hidden"> to {product.name}</span>
              </LinkButton>
            )}
          </>
        ) : (
          <Button look="secondary" isWide isBusy={isMoving} onClick={() => void move()}>
            Move to cart<span className="visually-hidden">: {product.name}</span>
          </Button>
        )}
        {product.has_variations && (
          <Button look="quiet" onClick={() => openQuickView(card)} aria-haspopup="dialog">
            Other options<span className="visually-hidden"> of {product.name}</span>
          </Button>
        )}
      </div>
    </>
  )
}
