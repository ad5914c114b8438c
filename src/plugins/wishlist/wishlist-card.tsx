import { useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { formAction } from '#contract/posted-form.ts'
import { toCard } from '#features/card/card.ts'
import { ProductCard } from '#features/card/product-card.tsx'
import { openQuickView } from '#features/card/quick-view.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { Amount } from '#ui/price.tsx'
import type { WishlistItem } from './contract.ts'
import { moveToCart } from './move-to-cart.ts'
import { priceDrop } from './price-drop.ts'
import css from './wishlist-card.module.css'

type Props = {
  item: WishlistItem
  /** The card has left the list, and the pressed button with it. */
  onGone: () => void
}

/** A wishlist item: the product card, changes since it was saved, and the cart button. */
export function WishlistCard({ item, onGone }: Props) {
  const { product, options } = item
  const [isMoving, setIsMoving] = useState(false)
  const { currency } = useShop().storefront.channel
  const card = toCard(product)
  const drop = priceDrop(item)
  const words = options.map(({ label, value }) => `${label}: ${value}`).join(', ')
  const move = async () => {
    setIsMoving(true)
    const isMoved = await moveToCart(product.id)
    if (isMoved) onGone()
    else setIsMoving(false)
  }
  // Another tab has chosen another channel: a card has no currency of its own.
  if (product.channel.selling_price.currency !== currency.code) return null
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
            <p className="note">Sold out for now. We’ll keep it here until it’s back.</p>
            {product.category && (
              <LinkButton look="secondary" isWide href={`/product-category/${product.category.slug}`}>
                See similar<span className="visually-hidden"> to {product.name}</span>
              </LinkButton>
            )}
          </>
        ) : (
          <PostForm
            action={formAction('move-to-cart')}
            fields={{ product_id: product.id }}
            onPost={() => !isMoving && void move()}
          >
            <Button type="submit" look="secondary" isWide isBusy={isMoving}>
              Move to cart<span className="visually-hidden">: {product.name}</span>
            </Button>
          </PostForm>
        )}
        <noscript>
          <form method="post" action={formAction('remove-from-wishlist')}>
            <input type="hidden" name="product_id" value={product.id} />
            <Button type="submit" look="quiet" isWide>
              Remove<span className="visually-hidden">: {product.name}</span>
            </Button>
          </form>
        </noscript>
        {product.has_variations && (
          <Button
            data-scripts-only=""
            look="quiet"
            onClick={() => openQuickView(card)}
            aria-haspopup="dialog"
          >
            Other options<span className="visually-hidden"> of {product.name}</span>
          </Button>
        )}
      </div>
    </>
  )
}
