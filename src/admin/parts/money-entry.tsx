import { decimalsOf } from '#contract/money.ts'
import { useSession } from '../session-context.ts'
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
      parse={(text) => parseAmount(text, 10 ** digits)}
      message={`Enter digits, such as ${digits === 0 ? '1299' : `1299.${'50'.padEnd(digits, '0')}`}`}
    />
  )
}

/** Decimals of a currency, by default the shop's. */
export function useCurrencyDigits(ofAmount?: string) {
  const { locale, currency } = useSession().session.shop
  return decimalsOf(ofAmount ?? currency, locale)
}

/** Minor units of an amount typed in major ones. `unit`: minor units of a major one. null for an unreadable text. */
export function parseAmount(text: string, unit: number): number | null {
  const plain = text.replace(/[\s,]/g, '')
  if (!/^\d+(\.\d*)?$/.test(plain)) return null
  const amount = Math.round(Number(plain) * unit)
  return Number.isSafeInteger(amount) ? amount : null
}
