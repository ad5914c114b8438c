import type { Ref } from 'react'
import type { Cart, CartItem } from '#contract/cart.ts'
import { formAction } from '#contract/posted-form.ts'
import { mostAvailable, problemsOf } from '#features/cart/cart-problems.ts'
import { changeQuantity, removeLine } from '#features/cart/line-actions.ts'
import { LineDetails } from '#features/cart/line-details.tsx'
import { lineTitle } from '#features/cart/line-shown.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { Amount } from '#ui/price.tsx'
import css from './changed-lines.module.css'

type Props = {
  cart: Cart
  /** Gets the focus when the shopper orders despite the changes. */
  ref: Ref<HTMLElement>
}

/** The lines whose stock or price has changed since the shopper saw them, each with what can be done about it. */
export function ChangedLines({ cart, ref }: Props) {
  const { short, repriced } = problemsOf(cart)
  const lines = cart.items.filter((item) => short.includes(item) || repriced.includes(item))
  if (lines.length === 0) return null
  return (
    <section ref={ref} className={css.changes} tabIndex={-1} aria-labelledby="changed-lines">
      <h2 id="changed-lines" className={css.title}>
        <Icon name="alert" /> Your cart has changed
      </h2>
      <p className={css.lead}>
        {short.length > 0
          ? 'Change or remove the items below that are not available in this quantity.'
          : 'The total below already includes the new prices.'}
      </p>
      <ul className={css.lines} aria-label="Changed items">
        {lines.map((item) => (
          <li key={item.id} className={css.line}>
            <ChangedLine item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const here = { return_to: '/checkout/payment' }

function ChangedLine({ item }: { item: CartItem }) {
  const { id, product, quantity, in_stock, available_quantity } = item
  const most = Math.min(item.max_quantity, mostAvailable(item))
  const suffix = <span className="visually-hidden">: {product.name}</span>
  return (
    <>
      <span className={css.picture}>
        {product.base_image ? (
          <Picture image={product.base_image} sizes="4rem" ratio={4 / 5} alt="" />
        ) : (
          <Icon name="box" size={22} />
        )}
      </span>
      <div className={css.words}>
        <p className={css.name}>
          <bdi>{lineTitle(item)}</bdi>
        </p>
        <LineDetails item={item} />
        <p className={css.quantity}>Quantity: {quantity}</p>
        <PriceChange item={item} />
        {!in_stock && (
          <p className={css.short}>
            {most > 0 ? `Only ${available_quantity} left in stock` : 'Out of stock'}
          </p>
        )}
        <div className={css.actions}>
          {!in_stock && most > 0 && (
            <PostForm
              action={formAction('update-quantity')}
              fields={{ ...here, item_id: id, quantity: most }}
              onPost={() => void changeQuantity(id, most)}
            >
              <button type="submit" className={css.action}>
                Change to {most}
                {suffix}
              </button>
            </PostForm>
          )}
          <PostForm
            action={formAction('remove-item')}
            fields={{ ...here, item_id: id }}
            onPost={() => void removeLine(item)}
          >
            <button type="submit" className={css.action}>
              Remove
              {suffix}
            </button>
          </PostForm>
        </div>
      </div>
    </>
  )
}

function PriceChange({ item: { previous_unit_price, unit_price, quantity } }: { item: CartItem }) {
  if (!previous_unit_price) return null
  return (
    <p className={css.price}>
      <s>
        <span className="visually-hidden">Old price </span>
        <Amount money={previous_unit_price} />
      </s>{' '}
      <strong>
        <span className="visually-hidden">New price </span>
        <Amount money={unit_price} />
      </strong>
      {quantity > 1 && ' each'}
    </p>
  )
}
