import { type ComponentProps, type ReactNode, useId } from 'react'
import css from './check-field.module.css'
import { FieldError } from './field-error.tsx'

type Props = { label: ReactNode; hint?: ReactNode; error?: string | undefined } & Omit<
  ComponentProps<'input'>,
  'className' | 'type'
>

/** A checkbox whose whole label is the target. */
export function CheckField({ label, hint, error, ...input }: Props) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <label className={css.row}>
        <input
          {...input}
          type="checkbox"
          className={css.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
