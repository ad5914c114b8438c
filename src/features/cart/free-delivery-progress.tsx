import type { Cart } from '#contract/cart.ts'
import { Icon } from '#ui/icon.tsx'
import { Amount } from '#ui/price.tsx'
import { freeDelivery } from './free-delivery.ts'
import css from './free-delivery-progress.module.css'

/** How much more it takes for free delivery, where the shop has such a thing. */
export function FreeDeliveryProgress({ cart }: { cart: Cart }) {
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
            <Amount money={state.missing} /> more and delivery is free
          </span>
        )}
      </p>
      <div className={css.track} aria-hidden="true">
        <span style={{ inlineSize: `${state.is === 'reached' ? 100 : Math.round(state.share * 100)}%` }} />
      </div>
    </div>
  )
}
