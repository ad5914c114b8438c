import { type SubmitEvent, useState } from 'react'
import { sendForm } from '#features/forms/send-form.ts'
import { Button } from '#ui/button.tsx'
import { Day } from '#ui/day.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLocale } from '#ui/locale.ts'
import { RatingStars } from '#ui/rating-stars.tsx'
import type { Review, ReviewField } from './contract.ts'
import css from './review-item.module.css'
import { ReviewPhotos } from './review-photos.tsx'

type Props = { review: Review; fields: readonly ReviewField[]; page: string; timeZone: string }

/** One review. Its texts have their own direction, as customers write in several scripts. */
export function ReviewItem({ review, fields, page, timeZone }: Props) {
  const locale = useLocale()
  const { author, is_verified_purchase, fields: texts, images, reply, created_at } = review
  const others = fields.filter(
    ({ name, type }) => !['rating', 'title', 'comment'].includes(name) && type !== 'image' && texts[name],
  )
  return (
    <article className={css.review}>
      <RatingStars average={Number(texts.rating)} />
      {texts.title && (
        <h3 className={css.title} dir="auto">
          {texts.title}
        </h3>
      )}
      <p className={css.by}>
        <span dir="auto">{author}</span>
        <Day time={created_at} locale={locale} timeZone={timeZone} />
        {is_verified_purchase && (
          <span className={css.verified}>
            <Icon name="check" size={14} /> Verified purchase
          </span>
        )}
      </p>
      {texts.comment && (
        <p className={css.text} dir="auto">
          {texts.comment}
        </p>
      )}
      {others.length > 0 && (
        <dl className={css.facts}>
          {others.map(({ name, label }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd dir="auto">{texts[name]}</dd>
            </div>
          ))}
        </dl>
      )}
      {images.length > 0 && <ReviewPhotos author={author} images={images} />}
      {reply && (
        <div className={css.reply}>
          <p className={css.replyTitle}>Reply from the shop</p>
          <p className={css.text} dir="auto">
            {reply.text}
          </p>
        </div>
      )}
      <HelpfulVote review={review} page={page} />
    </article>
  )
}

function HelpfulVote({ review: { id, author, helpful_count }, page }: Pick<Props, 'review' | 'page'>) {
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const [error, setError] = useState('')

  async function vote(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setState('busy')
    const reply = await sendForm('/forms/plugins/review/helpful', new FormData(event.currentTarget), [])
    setState(reply.status === 'success' ? 'done' : 'open')
    setError(reply.status === 'success' ? '' : (reply.message ?? ''))
  }

  return (
    <form className={css.helpful} action="/forms/plugins/review/helpful" method="post" onSubmit={vote}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="page" value={page} />
      {helpful_count > 0 && (
        <span>
          {helpful_count === 1 ? '1 person found this helpful' : `${helpful_count} people found this helpful`}
        </span>
      )}
      {state === 'done' ? (
        <span role="status">Thank you for your feedback</span>
      ) : (
        <Button
          type="submit"
          look="quiet"
          isBusy={state === 'busy'}
          aria-label={`Helpful: review by ${author}`}
        >
          Helpful
        </Button>
      )}
      {error && <span role="alert">{error}</span>}
    </form>
  )
}
