import { type ClipboardEvent, type KeyboardEvent, type Ref, useId } from 'react'
import * as limits from '#contract/limits.ts'
import { FieldError } from './field-error.tsx'
import css from './otp-input.module.css'

type Props = {
  value: string
  error?: string | undefined
  onChange: (digits: string) => void
  ref?: Ref<HTMLInputElement>
}

const length = limits.otpLength

/**
 * The OTP field: one input that looks like one box per digit, so that phones and password managers can fill
 * it and a leading zero stays. Accepts only digits; Backspace and Delete empty the last box; a paste counts
 * when it is a whole code. Spec §5, OTP input.
 */
export function OtpInput({ value, error, onChange, ref }: Props) {
  const id = useId()

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace' || event.key === 'Delete') {
      event.preventDefault()
      onChange(value.slice(0, -1))
    } else if (event.key.length === 1 && !/\d/.test(event.key)) event.preventDefault()
  }

  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault()
    const text = event.clipboardData.getData('text').trim()
    if (text.length === length && /^\d+$/.test(text)) onChange(text)
  }

  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        Code
      </label>
      <div className={css.boxes} data-invalid={error ? true : undefined}>
        <input
          ref={ref}
          id={id}
          name="otp"
          className={css.input}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern={`[0-9]{${length}}`}
          maxLength={length}
          required
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onKeyDown={press}
          onPaste={paste}
          onChange={({ target }) => onChange(digitsOf(target.value))}
        />
        {Array.from({ length }, (_, at) => (
          <span
            key={at}
            className={css.box}
            aria-hidden="true"
            data-next={at === Math.min(value.length, length - 1) || undefined}
          >
            {value[at]}
          </span>
        ))}
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, length)
