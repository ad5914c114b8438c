import type { PostedState } from '#contract/form.ts'
import { LinkButton } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { imageUrl } from '#ui/image-url.ts'
import { Panel } from '#ui/panel.tsx'
import type { Purchase, ReviewField } from './contract.ts'
import { ReviewForm } from './review-form.tsx'
import css from './review-panel.module.css'

type Props = {
  data: {
    purchases: Purchase[]
    fields: ReviewField[]
    posted: PostedState | null
    chosen?: Purchase | undefined
    isFiltered: boolean
  }
}

/** The customer's purchases with their reviews, and the form for one of them. */
export function ReviewPanel({ data: { purchases, fields, posted, chosen, isFiltered } }: Props) {
  const all = isFiltered && <a href="/account/reviews">All your reviews</a>
  if (chosen)
    return (
      <>
        {posted?.is_sent ? (
          <div id="posted">
            <Callout tone="success" title={posted.message ?? ''} />
          </div>
        ) : (
          <Panel title={chosen.name} intro={chosen.review && states[chosen.review.status]}>
            <ReviewForm
              key={chosen.order_item_id ?? chosen.slug}
              purchase={chosen}
              fields={fields}
              posted={posted}
            />
          </Panel>
        )}
        <p>{all}</p>
      </>
    )
  if (purchases.length === 0)
    return (
      <EmptyState icon="star" title="Nothing to review yet" text="Products that you received appear here.">
        {all || <LinkButton href="/account/orders">Your orders</LinkButton>}
      </EmptyState>
    )
  return (
    <>
      <ul className={css.purchases}>
        {purchases.map((purchase) => (
          <li key={`${purchase.order_item_id} ${purchase.slug}`} className={css.purchase}>
            {purchase.image && (
              <img src={imageUrl(purchase.image, 320)} alt="" width={64} height={64} loading="lazy" />
            )}
            <div className={css.text}>
              <p className={css.name}>{purchase.name}</p>
              <p className="note">{purchase.review ? states[purchase.review.status] : 'Not reviewed yet'}</p>
            </div>
            <a
              href={hrefOf(purchase)}
              aria-label={`${purchase.review ? 'Edit review' : 'Write a review'}: ${purchase.name}`}
            >
              {purchase.review ? 'Edit review' : 'Write a review'}
            </a>
          </li>
        ))}
      </ul>
      <p>{all}</p>
    </>
  )
}

const states = {
  pending: 'Your review is waiting for approval',
  published: 'Your review is published',
  rejected: 'Your review was not published',
}

const hrefOf = ({ order_item_id, slug }: Purchase) =>
  order_item_id === null
    ? `/account/reviews?product=${encodeURIComponent(slug)}`
    : `/account/reviews?item=${order_item_id}`
