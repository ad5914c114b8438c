import type { CSSProperties } from 'react'
import css from './rating-stars.module.css'

/** An average of 0–5 as stars, with its count; read out as words. */
export function RatingStars({ average, count }: { average: number; count: number }) {
  const words = `Rated ${average} of 5 by ${count} ${count === 1 ? 'shopper' : 'shoppers'}`
  return (
    <span className={css.rating}>
      <span
        className={css.stars}
        role="img"
        aria-label={words}
        style={{ '--share': `${Math.round(average * 20)}%` } as CSSProperties}
      />
      <span aria-hidden="true">{`(${count})`}</span>
    </span>
  )
}
