import { useId } from 'react'
import { fileTypeNames, fileTypes, MAX_FILE_MB } from '#contract/rules/file-rules.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { isMeasuredAsNumber, type ValidatedField } from '#contract/rules/validate-field.ts'
import { inlineText } from '#features/blog/inline-text.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import { FieldError } from '#ui/field-error.tsx'
import css from './form-view.module.css'

export type ShownField = Omit<ValidatedField, 'options'> & {
  placeholder: string
  options: readonly { value: string; label: string }[] | null
  /** Columns of twelve. */
  width: number
}

type Props = {
  field: ShownField
  /** The control's name in the post. */
  name: string
  start: string | readonly string[] | undefined
  error: string | undefined
}

/** The control of one field, by its type. */
export function FormControl({ field, name, start, error }: Props) {
  const { type, label, options, placeholder } = field
  const text = typeof start === 'string' ? start : ''
  const frame = { label, name, error, isOptional: !field.is_required, required: field.is_required }
  const autoComplete = ownValue(completions, field.name)
  if (type === 'consent' || (type === 'checkbox' && !options))
    return (
      <CheckField
        name={name}
        value="true"
        defaultChecked={text === 'true'}
        label={inlineText(label)}
        error={error}
      />
    )
  if (type === 'radio' || type === 'checkbox') return <Choices {...{ field, name, start, error }} />
  if (type === 'select')
    return (
      <SelectField
        {...frame}
        options={options ?? []}
        placeholder={placeholder || 'Please choose'}
        defaultValue={text}
      />
    )
  if (type === 'textarea')
    return (
      <TextAreaField
        {...frame}
        rows={5}
        maxLength={mostCharacters(field)}
        placeholder={placeholder}
        defaultValue={text}
      />
    )
  if (type === 'file')
    return (
      <TextField
        {...frame}
        type="file"
        accept={fileTypes.join(',')}
        hint={`${fileTypeNames}, up to ${MAX_FILE_MB} MB`}
      />
    )
  return (
    <TextField
      {...frame}
      {...inputs[type]}
      placeholder={placeholder || undefined}
      maxLength={type === 'text' ? mostCharacters(field) : undefined}
      defaultValue={text}
      {...(autoComplete && { autoComplete })}
    />
  )
}

/** The limit of a number is its value, not its length. */
const mostCharacters = ({ type, rules }: ShownField) =>
  rules.max === undefined || isMeasuredAsNumber(type, rules) ? undefined : Number(rules.max)

/** Numbers are texts with a numeric keyboard, so that a wrong entry is sent and answered instead of dropped. */
const inputs = {
  text: { type: 'text' },
  email: { type: 'email', autoComplete: 'email', maxLength: 120 },
  phone: { type: 'tel', autoComplete: 'tel' },
  number: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
} as const

const completions: Record<string, string> = { name: 'name', company: 'organization', pincode: 'postal-code' }

function Choices({ field: { label, type, options, is_required }, name, start, error }: Props) {
  const id = useId()
  const chosen = [start ?? []].flat()
  return (
    <fieldset className={css.choices} aria-describedby={error ? id : undefined}>
      <legend>
        {label} {!is_required && '(optional)'}
      </legend>
      {options?.map(({ value, label: text }) => (
        <label key={value} className={css.choice}>
          <input
            type={type === 'radio' ? 'radio' : 'checkbox'}
            name={type === 'radio' ? name : `${name}[]`}
            value={value}
            defaultChecked={chosen.includes(value)}
            aria-invalid={error ? true : undefined}
          />
          {text}
        </label>
      ))}
      <FieldError id={id} message={error} />
    </fieldset>
  )
}
