import type { Cart } from '#contract/cart.ts'
import { Icon } from '#ui/icon.tsx'
import { Amount } from '#ui/price.tsx'
import { freeDelivery } from './free-delivery.ts'
import css from './free-delivery-progress.module.css'

/** What the cart lacks for the nearest promotion. The line stays where there is none, so that nothing below it moves. */
const NextOffer = ({ offers }: { offers: readonly string[] | undefined }) =>
  offers && (
    <p className={css.offer}>
      {offers[0] && <Icon name="plus" size={18} />}
      {offers[0]}
    </p>
  )

/** The amounts missing for a promotion and for free delivery, if the shop offers them. */
export function FreeDeliveryProgress({ cart }: { cart: Cart }) {
  return (
    <>
      <NextOffer offers={cart.offers} />
      <FreeDelivery cart={cart} />
    </>
  )
}

function FreeDelivery({ cart }: { cart: Cart }) {
  const state = freeDelivery(cart)
  if (state.is === 'unknown') return null
  return (
    <div className={css.progress} data-reached={state.is === 'reached' || undefined}>
      <p className={css.words}>
        <Icon name="truck" size={18} />
        {state.is === 'reached' ? (
          'You have free delivery'
        ) : (
          <span>
            <Amount money={state.missing} /> more for free delivery
          </span>
        )}
      </p>
      <div className={css.track} aria-hidden="true">
        <span style={{ inlineSize: `${state.is === 'reached' ? 100 : Math.round(state.share * 100)}%` }} />
      </div>
    </div>
  )
}
