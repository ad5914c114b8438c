import type { ReactNode, Ref } from 'react'
import { Icon } from './icon.tsx'
import css from './radio-cards.module.css'

export type RadioChoice = {
  value: string
  title: string
  detail?: ReactNode
  /** Stands at the end of the card: a price. */
  end?: ReactNode
  /** Why it cannot be chosen; it stays in sight. */
  reason?: string | null
}

type Props = {
  legend: string
  name: string
  choices: readonly RadioChoice[]
  chosen: string | null
  error?: string | undefined
  onChoose: (value: string) => void
  /** Lets a script bring the focus to the group. */
  ref?: Ref<HTMLFieldSetElement>
}

/** A choice of one, each as a card that is a target as a whole. Arrow keys walk through them. */
export function RadioCards({ legend, name, choices, chosen, error, onChoose, ref }: Props) {
  return (
    <fieldset
      ref={ref}
      className={css.group}
      tabIndex={ref ? -1 : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className={css.legend}>{legend}</legend>
      {error && (
        <p className={css.error} id={`${name}-error`} role="alert">
          <Icon name="alert" size={16} /> {error}
        </p>
      )}
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
