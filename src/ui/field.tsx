import { type ComponentProps, type ReactNode, useId } from 'react'
import css from './field.module.css'
import { FieldError } from './field-error.tsx'

type Frame = {
  label: string
  isOptional?: boolean
  hint?: ReactNode
  error?: string | undefined
  /** Shown before the control: a country code. */
  prefix?: string
  /** Shown in the control, at its end: a button that shows a password. */
  suffix?: ReactNode
}

type TextProps = Frame & {
  /** The hint changes, or gives way to an error, while the form is filled: it has two lines from the beginning. */
  isHintReserved?: boolean
} & Omit<ComponentProps<'input'>, 'className' | 'prefix'>

/** A labelled text field. Its error is announced when it appears and is linked to the field. */
export function TextField({
  label,
  isOptional,
  hint,
  isHintReserved,
  error,
  prefix,
  suffix,
  ...input
}: TextProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  return (
    <FieldFrame {...{ id, label, isOptional, hint, isHintReserved, error, prefix, suffix }}>
      <input {...input} {...described(id, { hint, error })} required={!isOptional && input.required} />
    </FieldFrame>
  )
}

type SelectProps = Frame & {
  options: readonly { value: string; label: string }[]
  placeholder?: string
} & Omit<ComponentProps<'select'>, 'className' | 'prefix'>

export function SelectField({
  label,
  isOptional,
  hint,
  error,
  options,
  placeholder,
  ...select
}: SelectProps) {
  const ownId = useId()
  const id = select.id ?? ownId
  return (
    <FieldFrame {...{ id, label, isOptional, hint, error }}>
      <select {...select} {...described(id, { hint, error })}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

type TextAreaProps = Frame & Omit<ComponentProps<'textarea'>, 'className' | 'prefix'>

export function TextAreaField({ label, isOptional, hint, error, ...textarea }: TextAreaProps) {
  const ownId = useId()
  const id = textarea.id ?? ownId
  return (
    <FieldFrame {...{ id, label, isOptional, hint, error }}>
      <textarea {...textarea} {...described(id, { hint, error })} />
    </FieldFrame>
  )
}

const described = (id: string, { hint, error }: Pick<Frame, 'hint' | 'error'>) => ({
  id,
  className: css.input,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
})

function FieldFrame({
  id,
  label,
  isOptional,
  hint,
  isHintReserved,
  error,
  prefix,
  suffix,
  children,
}: Frame & Pick<TextProps, 'isHintReserved'> & { id: string; children: ReactNode }) {
  const messages = (
    <>
      {hint && !(isHintReserved && error) && (
        <p className="note" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} message={error} />
    </>
  )
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label} {isOptional && <span className={css.optional}>(optional)</span>}
      </label>
      {prefix || suffix ? (
        <div className={css.row}>
          {prefix && <span className={css.prefix}>{prefix}</span>}
          {children}
          {suffix}
        </div>
      ) : (
        children
      )}
      {isHintReserved ? <div className={css.reserved}>{messages}</div> : messages}
    </div>
  )
}
