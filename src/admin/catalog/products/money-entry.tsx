import { useId, useState } from 'react'
import { entryStyles as parts } from '#admin/parts/entry-styles.ts'
import { useSession } from '#admin/session-context.ts'
import { decimalsOf } from '#contract/money.ts'

type Props = {
  label: string
  /** Minor units. */
  value: number | null
  isReadOnly?: boolean
  hasError?: boolean
  /** By default the shop's. */
  currency?: string
  onChange: (value: number | null) => void
}

/**
 * An amount, typed in major units. A text that is no amount stays and is marked; it makes the input invalid, so that a form
 * can refuse to save.
 */
export function MoneyEntry({ label, value, isReadOnly, hasError, currency, onChange }: Props) {
  const digits = useCurrencyDigits(currency)
  const shown = value === null ? '' : (value / 10 ** digits).toFixed(value % 10 ** digits === 0 ? 0 : digits)
  const [typed, setTyped] = useState<string>()
  const messageId = useId()
  const isUnreadable = (text: string) => text.trim() !== '' && parseAmount(text, digits) === null
  const hasMessage = typed !== undefined && isUnreadable(typed)
  return (
    <div className={parts.field}>
      <input
        className={parts.input}
        inputMode="decimal"
        aria-label={label}
        aria-invalid={hasError || hasMessage || undefined}
        aria-describedby={hasMessage ? messageId : undefined}
        readOnly={isReadOnly}
        value={typed ?? shown}
        onChange={({ target }) => {
          setTyped(target.value)
          target.setCustomValidity(isUnreadable(target.value) ? notAnAmount : '')
          onChange(parseAmount(target.value, digits))
        }}
        onBlur={() => hasMessage || setTyped(undefined)}
      />
      {hasMessage && (
        <p id={messageId} data-tone="bad">
          {notAnAmount}
        </p>
      )}
    </div>
  )
}

const notAnAmount = 'Enter digits, such as 1299.50'

/** Decimals of a currency, by default the shop's. */
export function useCurrencyDigits(ofAmount?: string) {
  const { locale, currency } = useSession().session.shop
  return decimalsOf(ofAmount ?? currency, locale)
}

/** null for an empty or unreadable text. */
function parseAmount(text: string, digits: number): number | null {
  const plain = text.replace(/[\s,]/g, '')
  if (!/^\d+(\.\d*)?$/.test(plain)) return null
  return Math.round(Number(plain) * 10 ** digits)
}
