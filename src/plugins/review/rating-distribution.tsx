import { type ListQuery, listHref } from './review-links.ts'
import css from './reviews-section.module.css'

type Props = {
  slug: string
  counts: Readonly<Record<'1' | '2' | '3' | '4' | '5', number>>
  total: number
  chosen: ListQuery
}

/** The number of reviews for each rating; each row filters the list. */
export function RatingDistribution({ slug, counts, total, chosen }: Props) {
  return (
    <ul className={css.distribution} aria-label="Reviews by rating">
      {(['5', '4', '3', '2', '1'] as const).map((stars) => {
        const isChosen = chosen.stars === Number(stars)
        const count = counts[stars]
        const { stars: _, ...others } = chosen
        const href = listHref(slug, { ...others, page: 1, ...(!isChosen && { stars: Number(stars) }) })
        const row = (
          <>
            <span>{stars === '1' ? '1 star' : `${stars} stars`}</span>
            <progress value={count} max={total} aria-hidden="true" />
            <span className={css.count}>
              {count} <span className="visually-hidden">{count === 1 ? 'review' : 'reviews'}</span>
            </span>
          </>
        )
        return (
          <li key={stars}>
            {count > 0 ? (
              <a className={css.bar} href={href} aria-current={isChosen ? 'true' : undefined}>
                {row}
              </a>
            ) : (
              <span className={css.bar}>{row}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
