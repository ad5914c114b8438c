import { useEffect, useId, useState } from 'react'
import { send } from '#client/api.ts'
import { useSession } from '#client/session-store.ts'
import { createClient } from '#contract/client.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { plainSelectClass } from '#ui/plain-select.ts'
import { RatingStars } from '#ui/rating-stars.tsx'
import type { Review, ReviewField, ReviewPage } from './contract.ts'
import { RatingDistribution } from './rating-distribution.tsx'
import { ReviewItem } from './review-item.tsx'
import { type ListQuery, listHref, sortLabels } from './review-links.ts'
import css from './reviews-section.module.css'
import { reviewRoutes } from './routes.ts'

const api = createClient(send, { review: reviewRoutes })

type Props = {
  data: {
    slug: string
    name: string
    page: ReviewPage
    fields: ReviewField[]
    chosen: ListQuery
    timeZone: string
  }
}

/** The reviews of a product: summary, filters, list. Filters and pages are links, so they work without scripts. */
export function ReviewsSection({ data }: Props) {
  const titleId = useId()
  const { slug, page, chosen } = data
  const { reviews, rating_count, total_reviews, overall_rating } = page
  const canReview = useCanReview(slug)
  const write = `/account/reviews?product=${encodeURIComponent(slug)}`
  if (total_reviews === 0)
    return (
      <section className={css.section} id="reviews" aria-labelledby={titleId}>
        <h2 id={titleId}>Customer reviews</h2>
        <p className={css.none}>No reviews yet. Reviews come from customers who received the product.</p>
        {canReview && (
          <LinkButton look="secondary" href={write}>
            Be the first to review
          </LinkButton>
        )}
      </section>
    )
  const isFiltered = chosen.stars !== undefined || chosen.with_photos === true
  return (
    <section className={css.section} id="reviews" aria-labelledby={titleId}>
      <div className={css.summary}>
        <h2 id={titleId}>Customer reviews</h2>
        <p className={css.average}>
          <strong>{overall_rating.toFixed(1)}</strong>
          <RatingStars average={overall_rating} count={total_reviews} />
        </p>
        <RatingDistribution slug={slug} counts={rating_count} total={total_reviews} chosen={chosen} />
        <LinkButton look="secondary" href={write}>
          Write a review
        </LinkButton>
      </div>
      <div className={css.main}>
        <div className={css.tools}>
          <p>
            {isFiltered ? `${reviews.total} of ${total_reviews} reviews` : countText(total_reviews)}
            {isFiltered && (
              <>
                {' '}
                <a href={listHref(slug, { page: 1, sort: chosen.sort })}>Show all</a>
              </>
            )}
          </p>
          <a
            className={css.filter}
            aria-current={chosen.with_photos ? 'true' : undefined}
            href={listHref(slug, { ...chosen, page: 1, with_photos: !chosen.with_photos })}
          >
            With photos
          </a>
          <SortForm slug={slug} chosen={chosen} />
        </div>
        <ReviewList key={listHref(slug, chosen)} {...data} />
      </div>
    </section>
  )
}

const countText = (total: number) => (total === 1 ? '1 review' : `${total} reviews`)

/** A GET form: choosing sends it at once with scripts, its button without. */
function SortForm({ slug, chosen }: { slug: string; chosen: ListQuery }) {
  const id = useId()
  return (
    <form className={css.sort} action={`/product/${encodeURIComponent(slug)}#reviews`} method="get">
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        className={plainSelectClass}
        name="reviews_sort"
        defaultValue={chosen.sort}
        onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
      >
        {Object.entries(sortLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {chosen.stars && <input type="hidden" name="stars" value={chosen.stars} />}
      {chosen.with_photos && <input type="hidden" name="photos" value="1" />}
      <noscript>
        <Button type="submit" look="quiet">
          Sort
        </Button>
      </noscript>
    </form>
  )
}

/** The list, which grows by ten on the page; without scripts the link opens the next ten. */
function ReviewList({ slug, page, chosen, fields, timeZone }: Props['data']) {
  const { reviews } = page
  const [more, setMore] = useState<Review[]>([])
  const [shownPage, setShownPage] = useState(reviews.current_page)
  const [isBusy, setBusy] = useState(false)
  const shown = [...reviews.data, ...more.filter(({ id }) => !reviews.data.some((one) => one.id === id))]

  async function load() {
    setBusy(true)
    const reply = await api.review.productReviews({ slug, ...chosen, page: shownPage + 1 })
    setBusy(false)
    if (reply.status !== 'success') return
    setMore((before) => [...before, ...reply.data.reviews.data])
    setShownPage((number) => number + 1)
  }

  if (shown.length === 0) return <p className={css.none}>No reviews match this filter.</p>
  return (
    <>
      {reviews.current_page > 1 && (
        <p>
          <a href={listHref(slug, { ...chosen, page: reviews.current_page - 1 })}>Previous reviews</a>
        </p>
      )}
      <ol className={css.list}>
        {shown.map((review) => (
          <li key={review.id}>
            <ReviewItem review={review} fields={fields} page={listHref(slug, chosen)} timeZone={timeZone} />
          </li>
        ))}
      </ol>
      {shownPage < reviews.last_page && (
        <LinkButton
          look="secondary"
          href={listHref(slug, { ...chosen, page: shownPage + 1 })}
          aria-disabled={isBusy || undefined}
          onClick={(event) => {
            event.preventDefault()
            if (!isBusy) void load()
          }}
        >
          Load more reviews
        </LinkButton>
      )}
    </>
  )
}

/** Whether the logged-in customer has received the product. False on the server: cached pages contain no visitor's state. */
function useCanReview(slug: string): boolean {
  const customer = useSession(({ user }) => user?.id)
  const [canReview, setCanReview] = useState(false)
  useEffect(() => {
    if (customer === undefined) return setCanReview(false)
    let isAlive = true
    void api.review.mine({ slug }, { silent: true }).then((reply) => {
      if (isAlive && reply.status === 'success')
        setCanReview(reply.data.is_open || reply.data.purchases.length > 0)
    })
    return () => {
      isAlive = false
    }
  }, [customer, slug])
  return canReview
}
