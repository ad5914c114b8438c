import type { ReactNode, Ref } from 'react'
import { FieldError } from './field-error.tsx'
import css from './radio-cards.module.css'

export type RadioChoice = {
  value: string
  title: string
  detail?: ReactNode
  /** Shown at the end of the card: a price. */
  end?: ReactNode
  /** Why it cannot be chosen; the card stays visible. */
  reason?: string | null
}

type Props = {
  legend: string
  name: string
  choices: readonly RadioChoice[]
  chosen: string | null
  error?: string | undefined
  onChoose: (value: string) => void
  /** Lets a script move the focus to the group. */
  ref?: Ref<HTMLFieldSetElement>
}

/** A radio group of cards; each card is one target. Arrow keys move between them. */
export function RadioCards({ legend, name, choices, chosen, error, onChoose, ref }: Props) {
  return (
    <fieldset
      ref={ref}
      className={css.group}
      tabIndex={ref ? -1 : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className={css.legend}>{legend}</legend>
      <FieldError id={`${name}-error`} message={error} />
      {choices.map(({ value, title, detail, end, reason }) => (
        <label key={value} className={css.card} data-disabled={reason ? true : undefined}>
          <input
            type="radio"
            name={name}
            value={value}
            className={css.mark}
            checked={value === chosen}
            disabled={Boolean(reason)}
            onChange={() => onChoose(value)}
          />
          <span className={css.words}>
            <span className={css.title}>{title}</span>
            {detail && <span className="note">{detail}</span>}
            {reason && <span className="note">{reason}</span>}
          </span>
          {end && <span className={css.end}>{end}</span>}
        </label>
      ))}
    </fieldset>
  )
}
