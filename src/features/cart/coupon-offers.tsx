import type { CouponOffer } from '#contract/cart.ts'
import { dayText } from '#contract/rules/day-text.ts'
import { Button } from '#ui/button.tsx'
import { useLocale } from '#ui/locale.ts'
import { Amount } from '#ui/price.tsx'
import css from './coupon-panel.module.css'

type Props = {
  offers: readonly CouponOffer[]
  applying: string | null
  onApply: (code: string) => void
}

/** The shop's coupons: the saving of each, or the reason why it cannot be used. */
export function CouponOffers({ offers, applying, onApply }: Props) {
  const locale = useLocale()
  return (
    <ul className={css.offers} aria-label="Available coupons">
      {offers.map(({ code, title, description, is_applicable, reason, saves, expires_on }) => (
        <li key={code} className={css.offer}>
          <div className={css.words}>
            <p>
              <strong className={css.code}>{code}</strong> {title}
            </p>
            <p className={css.terms}>
              {description && `${description}. `}Until {dayText(expires_on, locale, 'UTC')}.
            </p>
            <p className={is_applicable ? css.saves : css.reason}>
              {reason}
              {reason && saves.amount > 0 && ': it '}
              {saves.amount > 0 && (
                <>
                  {reason ? 'saves ' : 'Saves '}
                  <Amount money={saves} />
                </>
              )}
            </p>
          </div>
          {is_applicable && (
            <Button
              look="quiet"
              aria-label={`Apply ${code}`}
              isBusy={applying === code}
              onClick={() => onApply(code)}
            >
              Apply
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
