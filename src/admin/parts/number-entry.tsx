import { useId, useState } from 'react'
import { entryStyles as parts } from './styles.ts'

export type EntryProps = {
  label: string
  value: number | null
  isReadOnly?: boolean
  hasError?: boolean
  /** An empty entry is refused; otherwise it is null. */
  isRequired?: boolean
  onChange: (value: number | null) => void
}

type Props = EntryProps & {
  format: (value: number) => string
  /** null for a text that cannot be read. */
  parse: (text: string) => number | null
  /** What to enter instead of a text that cannot be read. */
  message: string
  inputMode: 'decimal' | 'numeric'
}

/**
 * A number, typed as text. A text that cannot be read stays, is explained, does not change the value, and makes the input invalid, so that
 * a form can refuse to save.
 */
export function NumberEntry(props: Props) {
  const { label, value, isReadOnly, hasError, isRequired, format, parse, message, inputMode, onChange } =
    props
  const [typed, setTyped] = useState<{ text: string; value: number | null }>()
  const messageId = useId()
  // A value that was changed elsewhere replaces the typed text.
  const text = typed && typed.value === value ? typed.text : value === null ? '' : format(value)
  const read = (typing: string) => (typing.trim() === '' ? null : parse(typing.trim()))
  const isRefused = (typing: string) => read(typing) === null && (isRequired || typing.trim() !== '')
  const isInvalid = isRefused(text)
  return (
    <div className={parts.field}>
      <input
        ref={(input) => input?.setCustomValidity(isInvalid ? message : '')}
        className={parts.input}
        inputMode={inputMode}
        aria-label={label}
        aria-invalid={hasError || isInvalid || undefined}
        aria-describedby={isInvalid ? messageId : undefined}
        readOnly={isReadOnly}
        value={text}
        onChange={({ target }) => {
          const next = isRefused(target.value) ? value : read(target.value)
          setTyped({ text: target.value, value: next })
          if (next !== value) onChange(next)
        }}
        onBlur={() => isInvalid || setTyped(undefined)}
      />
      {isInvalid && (
        <p id={messageId} data-tone="bad">
          {message}
        </p>
      )}
    </div>
  )
}

/** A whole number that is not negative, such as a stock or a weight in grams. */
export const WholeEntry = (props: EntryProps) => (
  <NumberEntry
    {...props}
    inputMode="numeric"
    format={String}
    parse={(text) => (/^\d+$/.test(text) ? Number(text) : null)}
    message="Enter a whole number, such as 12"
  />
)
