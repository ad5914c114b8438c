import { dayText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { useLocale } from '#ui/locale.ts'
import css from './card-box.module.css'
import type { SoldCard } from './contract.ts'

/** What became of the gift cards of an order, on its page. The codes are in the mails to the recipients. */
export function OrderedCards({ data: { cards } }: { data: { cards: SoldCard[] } }) {
  const locale = useLocale()
  const stateOf = ({ sent_at, send_at, is_void }: SoldCard) => {
    if (is_void) return 'refunded, no longer valid'
    const day = dayText(sent_at ?? send_at, locale, timeZoneOf(locale))
    return sent_at ? `sent on ${day}` : `will be sent on ${day}`
  }
  return (
    <ul className={css.ordered} aria-label="Gift cards of this order">
      {cards.map((card) => (
        <li key={card.id}>
          {card.label}: {stateOf(card)}
        </li>
      ))}
    </ul>
  )
}
