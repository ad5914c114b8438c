import { type ComponentProps, type ReactNode, useId } from 'react'
import { keyOf } from '#contract/rules/own-value.ts'
import css from './parts.module.css'

type Common = { label: string; errors?: string[] | undefined; hint?: string }

/** A labelled input with its error. */
export function EntryField({ label, errors, hint, ...input }: Common & ComponentProps<'input'>) {
  return (
    <Labelled label={label} errors={errors} hint={hint}>
      {(attributes) => <input {...input} {...attributes} className={css.input} />}
    </Labelled>
  )
}

export function EntrySelect({ label, errors, hint, children, ...select }: Common & ComponentProps<'select'>) {
  return (
    <Labelled label={label} errors={errors} hint={hint}>
      {(attributes) => (
        <select {...select} {...attributes} className={css.input}>
          {children}
        </select>
      )}
    </Labelled>
  )
}

type Choice<Value extends string> = Common & {
  /** Labels by value. */
  options: Readonly<Partial<Record<Value, string>>>
  value: NoInfer<Value>
  disabled?: boolean
  onChoose: (value: NoInfer<Value>) => void
}

/** A select whose values are the names of a table in the code. */
export const EntryChoice = <Value extends string>({ options, onChoose, ...select }: Choice<Value>) => (
  <EntrySelect
    {...select}
    onChange={({ target }) => {
      const chosen = keyOf(options, target.value)
      if (chosen) onChoose(chosen)
    }}
  >
    {optionsOf(options)}
  </EntrySelect>
)

/** The options of a select: labels by value. */
export const optionsOf = (labels: Readonly<Record<string, string | undefined>>) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

export function EntryText({ label, errors, hint, ...area }: Common & ComponentProps<'textarea'>) {
  return (
    <Labelled label={label} errors={errors} hint={hint}>
      {(attributes) => <textarea rows={3} {...area} {...attributes} className={css.input} />}
    </Labelled>
  )
}

type Attributes = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

function Labelled({
  label,
  errors,
  hint,
  children,
}: Common & { hint?: string | undefined; children: (attributes: Attributes) => ReactNode }) {
  const id = useId()
  const [error] = errors ?? []
  const below = error ?? hint
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(error && { 'aria-invalid': true as const }),
        ...(below && { 'aria-describedby': `${id}-below` }),
      })}
      {below && (
        <p id={`${id}-below`} data-tone={error ? 'bad' : undefined}>
          {below}
        </p>
      )}
    </div>
  )
}
