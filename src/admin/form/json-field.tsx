import type { FieldProps } from '@rjsf/utils'
import { useState } from 'react'
import { entryStyles as parts } from '../parts/entry-styles.ts'
import { errorId, helpId } from './describe-field.ts'
import css from './form.module.css'
import type { FormNode } from './prepare-schema.ts'

/** A value without a fixed shape, as JSON. It is passed on once it can be read. */
export function JsonField({ schema, formData, fieldPathId, onChange, readonly }: FieldProps) {
  const node = schema as unknown as FormNode
  const id = fieldPathId.$id
  const [draft, setDraft] = useState<string>()
  const isBroken = draft !== undefined
  return (
    <div className={parts.field}>
      <label htmlFor={id}>{node.title ?? 'Value'}</label>
      <textarea
        id={id}
        className={`${parts.input} ${css.code}`}
        rows={5}
        spellCheck={false}
        readOnly={readonly}
        aria-invalid={isBroken || undefined}
        aria-describedby={isBroken ? errorId(id) : node.description ? helpId(id) : undefined}
        value={draft ?? (formData === undefined ? '' : JSON.stringify(formData, null, 2))}
        onChange={({ target: { value } }) => {
          const read = readJson(value)
          setDraft(read ? undefined : value)
          if (read) onChange(read.value, fieldPathId.path)
        }}
      />
      {isBroken && (
        <p id={errorId(id)} className={css.error}>
          This is not valid JSON yet
        </p>
      )}
      {node.description && <p id={helpId(id)}>{node.description}</p>}
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
