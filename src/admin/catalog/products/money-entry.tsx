import { useSession } from '#admin/session-context.ts'
import { decimalsOf } from '#contract/money.ts'
import { type EntryProps, NumberEntry } from './number-entry.tsx'

type Props = EntryProps & {
  /** By default the shop's. */
  currency?: string
}

/** An amount in minor units, typed in major units. */
export function MoneyEntry({ currency, ...entry }: Props) {
  const digits = useCurrencyDigits(currency)
  return (
    <NumberEntry
      {...entry}
      inputMode="decimal"
      format={(value) => (value / 10 ** digits).toFixed(value % 10 ** digits === 0 ? 0 : digits)}
      parse={(text) => parseAmount(text, digits)}
      message={`Enter digits, such as ${digits === 0 ? '1299' : `1299.${'50'.padEnd(digits, '0')}`}`}
    />
  )
}

/** Decimals of a currency, by default the shop's. */
export function useCurrencyDigits(ofAmount?: string) {
  const { locale, currency } = useSession().session.shop
  return decimalsOf(ofAmount ?? currency, locale)
}

/** null for an unreadable text. */
function parseAmount(text: string, digits: number): number | null {
  const plain = text.replace(/[\s,]/g, '')
  if (!/^\d+(\.\d*)?$/.test(plain)) return null
  return Math.round(Number(plain) * 10 ** digits)
}
