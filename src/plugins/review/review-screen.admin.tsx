import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { api } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryText } from '#admin/parts/entry-field.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { entry, readEntries } from '#admin/parts/read-entries.ts'
import { BackLink, RecordFailure, useTitle, Waiting } from '#admin/parts/screen-frame.tsx'
import { recordStyles as css } from '#admin/parts/styles.ts'
import { useRecordActions } from '#admin/parts/use-record-actions.ts'
import { useAnswer } from '#admin/query-keys.ts'
import { useSession } from '#admin/session-context.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import type { ReviewRecord } from './admin-contract.ts'
import photoCss from './review-screen.module.css'
import { reviewStates } from './routes.ts'

/** One review: what the customer wrote and photographed, the decision, and the shop's reply. */
export default function ReviewScreen() {
  const id = Number(useParams().id)
  const queryKey = ['review', id]
  const client = useQueryClient()
  const { may } = useSession()
  const { moment } = useFormat()
  const { data, error } = useAnswer(queryKey, (signal) => api.adminReviews.get({ id }, signal))
  useTitle(data ? `Review of ${data.product}` : 'Review')
  if (error) return <RecordFailure title="Review" error={error} to="/reviews" all="All reviews" />
  if (!data) return <Waiting />

  const { status, product, product_slug, rating, author, is_verified, created_at, reply } = data
  return (
    <>
      <BackLink to="/reviews">Reviews</BackLink>
      <div className={css.header}>
        <div>
          <h1>{product}</h1>
          <p className={css.chips}>
            <Chip tone={reviewStates[status].tone}>{reviewStates[status].label}</Chip>
            <span>{moment(created_at)}</span>
            <a href={`/product/${product_slug}`}>See the product in the shop</a>
          </p>
        </div>
        {may('content.write') && (
          <Decisions review={data} onChange={(next) => client.setQueryData(queryKey, next)} />
        )}
      </div>
      <div className={css.columns}>
        <div className={css.column}>
          <section className={css.card}>
            <h2>Review</h2>
            <RatingStars average={rating} />
            <dl className={css.list}>
              {data.entries.map(({ label, text }) => (
                <div key={label}>
                  <dt>
                    <strong>{label}</strong>
                  </dt>
                  <dd className={css.note}>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
          {data.photos.length > 0 && <Photos review={data} />}
        </div>
        <div className={css.column}>
          <section className={css.card}>
            <h2>Author</h2>
            <p>{author}</p>
            <p>{is_verified ? 'Verified purchase' : 'Not a verified purchase'}</p>
            {data.customer_id !== null && may('customers.read') && (
              <Link to={`/customers/${data.customer_id}/show`}>Customer</Link>
            )}
            {data.order && may('orders.read') && (
              <Link to={`/orders/${data.order.id}/show`}>Order {data.order.order_no}</Link>
            )}
            {data.helpful_count > 0 && <small>Helpful for {data.helpful_count}</small>}
          </section>
          <section className={css.card}>
            <h2>Reply of the shop</h2>
            {reply ? (
              <>
                <p className={css.note}>{reply.text}</p>
                <small>{moment(reply.at)}</small>
              </>
            ) : (
              <p>None yet.</p>
            )}
          </section>
        </div>
      </div>
    </>
  )
}

type DecisionsProps = { review: ReviewRecord; onChange: (next: ReviewRecord) => void }

function Decisions({ review: { id, version, status, reply }, onChange }: DecisionsProps) {
  const { run, attempt, onRefused } = useRecordActions<ReviewRecord>(onChange)
  return (
    <div className={css.actions}>
      {status !== 'published' && (
        <Button onClick={() => void attempt(api.adminReviews.publish({ id, version }))}>Publish</Button>
      )}
      {status !== 'rejected' && (
        <Button look="secondary" onClick={() => void attempt(api.adminReviews.reject({ id, version }))}>
          Reject
        </Button>
      )}
      <ActionDialog
        label={reply ? 'Change reply' : 'Reply'}
        title="Reply of the shop"
        submit="Save"
        look="secondary"
        onSubmit={(form) =>
          run(api.adminReviews.reply({ id, version, ...readEntries(form, { text: entry.text }) }))
        }
        onRefused={onRefused}
      >
        {(errors) => (
          <>
            <p>Shown below the review. An empty text deletes the reply.</p>
            <EntryText
              label="Your reply"
              name="text"
              rows={6}
              defaultValue={reply?.text ?? ''}
              errors={errors.text}
            />
          </>
        )}
      </ActionDialog>
    </div>
  )
}

const Photos = ({ review: { id, photos } }: { review: ReviewRecord }) => (
  <section className={css.card}>
    <h2>Photos</h2>
    <ul className={photoCss.photos}>
      {photos.map(({ width, height }, at) => (
        <li key={`${id} ${at}`}>
          <img
            src={`/api/admin/reviews/${id}/photo?number=${at + 1}`}
            alt={`${at + 1} of ${photos.length}, from the customer`}
            width={width}
            height={height}
            loading="lazy"
          />
        </li>
      ))}
    </ul>
  </section>
)
