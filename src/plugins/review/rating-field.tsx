import { useId } from 'react'
import { FieldError } from '#ui/field-error.tsx'
import { Icon } from '#ui/icon.tsx'
import { HIGHEST_RATING } from './review-fields.ts'
import css from './review-form.module.css'

type Props = { label: string; name: string; start: number; error: string | undefined }

/** Radio buttons that look like stars. */
export function RatingField({ label, name, start, error }: Props) {
  const id = useId()
  return (
    <fieldset className={css.rating} aria-describedby={error ? id : undefined}>
      <legend>{label}</legend>
      <div className={css.stars}>
        {Array.from({ length: HIGHEST_RATING }, (_, at) => at + 1).map((stars) => (
          <label key={stars} className={css.star}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={stars}
              defaultChecked={stars === start}
              aria-invalid={error ? true : undefined}
            />
            <Icon name="star" size={28} />
            <span className="visually-hidden">{stars === 1 ? '1 star' : `${stars} stars`}</span>
          </label>
        ))}
      </div>
      <FieldError id={id} message={error} />
    </fieldset>
  )
}
