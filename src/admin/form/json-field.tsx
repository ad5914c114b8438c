import { useState } from 'react'
import { entryStyles as parts } from '../parts/styles.ts'
import { errorId, type FieldProps, useField } from './field-props.ts'
import css from './form.module.css'

/** A value without a fixed shape, as JSON. It is passed on once it can be read. */
export function JsonField(props: FieldProps) {
  const { id, helpId, title = 'Value', description, isReadOnly, onChange } = useField(props)
  const [draft, setDraft] = useState<string>()
  const isBroken = draft !== undefined
  return (
    <div className={parts.field}>
      <label htmlFor={id}>{title}</label>
      <textarea
        id={id}
        className={`${parts.input} ${css.code}`}
        rows={5}
        spellCheck={false}
        readOnly={isReadOnly}
        aria-invalid={isBroken || undefined}
        aria-describedby={isBroken ? errorId(id) : description ? helpId : undefined}
        value={draft ?? (props.value === undefined ? '' : JSON.stringify(props.value, null, 2))}
        onChange={({ target: { value } }) => {
          const read = readJson(value)
          setDraft(read ? undefined : value)
          if (read) onChange(read.value)
        }}
      />
      {isBroken && (
        <p id={errorId(id)} className={css.error}>
          This is not valid JSON yet
        </p>
      )}
      {description && <p id={helpId}>{description}</p>}
    </div>
  )
}

function readJson(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
