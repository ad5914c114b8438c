import type { CSSProperties } from 'react'
import css from './rating-stars.module.css'

type Props = {
  average: number
  count?: number
  /** One star and the average as a number, for cards. */
  isCompact?: boolean
}

/** An average of 0–5 as stars, with its count unless it is a single rating; read as text by screen readers. */
export function RatingStars({ average, count, isCompact }: Props) {
  const by = count === undefined ? '' : ` by ${count} ${count === 1 ? 'shopper' : 'shoppers'}`
  const words = `Rated ${average} of 5${by}`
  return (
    <span className={css.rating} data-compact={isCompact}>
      <span
        className={css.stars}
        role="img"
        aria-label={words}
        style={isCompact ? undefined : ({ '--share': `${Math.round(average * 20)}%` } as CSSProperties)}
      />
      {count !== undefined && (
        <span aria-hidden="true">{`${isCompact ? average.toFixed(1) : ''} (${count})`}</span>
      )}
    </span>
  )
}
