import { weekdayTimeText } from '#contract/rules/day-text.ts'
import { Icon } from '#ui/icon.tsx'
import css from './order-progress.module.css'
import type { OrderStep } from './order-steps.ts'

const said = { done: 'done', current: 'now', ahead: 'still to come' }

/** The progress of an order: a column on phones, a row elsewhere. The status is text, not only a colour. */
export function OrderProgress({
  steps,
  place,
}: {
  steps: readonly OrderStep[]
  place: { locale: string; timeZone: string }
}) {
  return (
    <ol className={css.steps} aria-label="Progress of the order">
      {steps.map(({ name, title, at, state }) => (
        <li
          key={name}
          className={css.step}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={css.mark}>{state === 'done' && <Icon name="check" size={16} />}</span>
          <span className={css.words}>
            <span className={css.title}>
              {title}
              <span className="visually-hidden">, {said[state]}</span>
            </span>
            {at && state !== 'ahead' && (
              <time className={css.at} dateTime={at}>
                {weekdayTimeText(at, place.locale, place.timeZone)}
              </time>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
