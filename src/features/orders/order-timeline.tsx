import type { Order } from '#contract/checkout.ts'
import { timeText } from '#contract/rules/day-text.ts'
import { useLocale } from '#ui/locale.ts'
import css from './order-timeline.module.css'

/** The events of an order; the latest is last and scrolled into view. */
export function OrderTimeline({ timeline, timeZone }: { timeline: Order['timeline']; timeZone: string }) {
  const locale = useLocale()
  return (
    <ol className={css.timeline}>
      {timeline.map(({ status, label, at }, place) => (
        <li
          key={`${at} ${status}`}
          className={css.step}
          aria-current={place === timeline.length - 1 ? 'step' : undefined}
        >
          <span className={css.label}>{label}</span>
          <time className="note" dateTime={at}>
            {timeText(at, locale, timeZone)}
          </time>
        </li>
      ))}
    </ol>
  )
}
