import { type SubmitEvent, useState } from 'react'
import { api } from '#client/api.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/field.tsx'
import css from './rate-experience.module.css'

const words = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

type Props = {
  orderId: number
  /** Not needed by the order's own customer. */
  token?: string | undefined
  rated: number | null
  onRated?: (rating: number) => void
}

/** An optional rating of the checkout, with five choices and a comment. Spec §2, checkout screens. */
export function RateExperience({ orderId, token, rated, onRated }: Props) {
  const [hasChosen, setHasChosen] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [isSaved, setIsSaved] = useState(rated !== null)
  const [error, setError] = useState<string | null>(null)

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // Read from the form: a choice made before hydration has changed no state.
    const entries = new FormData(event.currentTarget)
    const rating = Number(entries.get('rating'))
    if (rating === 0) return setError('Please choose one')
    setIsSaving(true)
    setError(null)
    const comment = String(entries.get('comment') ?? '').trim()
    const reply = await api.checkout.rateExperience(
      { order_id: orderId, ...(token && { token }), rating, comment },
      { silent: true },
    )
    setIsSaving(false)
    if (reply.status === 'error') return setError(reply.message)
    setIsSaved(true)
    onRated?.(rating)
  }

  if (isSaved)
    return (
      <p className={css.thanks} role="status">
        Thank you for your rating.
      </p>
    )
  return (
    <form className={css.form} data-scripts-only="" onSubmit={save} noValidate>
      <fieldset className={css.group} aria-describedby={error ? 'rating-error' : undefined}>
        <legend>How was ordering with us?</legend>
        <div className={css.choices}>
          {words.map((word, at) => (
            <label key={word} className={css.choice}>
              <input
                type="radio"
                name="rating"
                value={at + 1}
                onChange={() => {
                  setHasChosen(true)
                  setError(null)
                }}
              />
              {word}
            </label>
          ))}
        </div>
        {error && (
          <p id="rating-error" className={css.error} role="alert">
            {error}
          </p>
        )}
      </fieldset>
      {hasChosen && (
        <TextAreaField label="What could be better?" isOptional name="comment" rows={2} maxLength={1_000} />
      )}
      <Button type="submit" look="secondary" isBusy={isSaving}>
        Send rating
      </Button>
    </form>
  )
}
