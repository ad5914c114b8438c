import { useState } from 'react'
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

/** An amount, typed in major units. What is typed stays until it is another amount. */
export function MoneyEntry({ label, value, isReadOnly, hasError, currency, onChange }: Props) {
  const digits = useCurrencyDigits(currency)
  const shown = value === null ? '' : (value / 10 ** digits).toFixed(value % 10 ** digits === 0 ? 0 : digits)
  const [typed, setTyped] = useState<string>()
  return (
    <input
      className={parts.input}
      inputMode="decimal"
      aria-label={label}
      aria-invalid={hasError || undefined}
      readOnly={isReadOnly}
      value={typed ?? shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(parseAmount(target.value, digits))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

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
