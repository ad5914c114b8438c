import type { SectionProps } from '#sections/section.ts'
import { LinkButton } from '#ui/button.tsx'
import css from './countdown.module.css'
import type { load, settings } from './schema.ts'
import { useNow } from './use-now.ts'

/** The time left until a date. The date itself is always shown; the running clock is added by the browser. */
export default function Countdown({
  settings: { title, text, ends_on, ended_text, cta },
  data: { isOver, endText },
}: SectionProps<typeof settings, typeof load>) {
  const now = useNow()
  const left = now === undefined ? undefined : Date.parse(ends_on) - now
  if (isOver || !ends_on || (left !== undefined && left <= 0))
    return ended_text && ends_on ? (
      <div className={`wide ${css.holder}`}>
        <p className={css.ended}>{ended_text}</p>
      </div>
    ) : null
  const Frame = title ? 'section' : 'div'
  return (
    <Frame className={`wide ${css.holder}`}>
      <div className={css.countdown}>
        {title && <h2>{title}</h2>}
        {text && <p>{text}</p>}
        <div className={css.clock} role="timer" aria-live="off">
          {left !== undefined &&
            Object.entries(timeLeft(left)).map(([unit, value]) => (
              <span key={unit} className={css.unit}>
                <b>{String(value).padStart(2, '0')}</b> {unit}
              </span>
            ))}
        </div>
        <p className={css.end}>
          Ends <time dateTime={ends_on}>{endText}</time>
        </p>
        {cta && <LinkButton href={cta.href}>{cta.label}</LinkButton>}
      </div>
    </Frame>
  )
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Days, hours, minutes and seconds of a duration in milliseconds; all zero when it is over. */
export function timeLeft(ms: number) {
  const left = Math.max(0, ms)
  return {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / SECOND),
  }
}
