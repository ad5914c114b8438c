import type { Cart } from '#contract/cart.ts'
import { Icon } from '#ui/icon.tsx'
import { Amount } from '#ui/price.tsx'
import { freeDelivery } from './free-delivery.ts'
import css from './free-delivery-progress.module.css'

/** The amount missing for free delivery, if the shop offers it. */
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
