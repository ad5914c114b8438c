import { formatMoney, type Money } from '#contract/money.ts'
import { useSession } from '../session-context.ts'

/**
 * Formats in the shop's locale and time zone, which need not be those of this computer. `ofAmounts`: the currency of amounts without
 * one, by default the shop's.
 */
export function useFormat(ofAmounts?: string) {
  const { locale, time_zone: timeZone, currency: ofShop } = useSession().session.shop
  const currency = ofAmounts ?? ofShop
  const short = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  const day = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' })
  const full = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const whole = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  })
  const unit =
    10 **
    (new Intl.NumberFormat(locale, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2)
  return {
    money: (amount: Money) => formatMoney(amount, locale),
    time: (text: string) => short.format(new Date(text)),
    /** With the year. */
    moment: (text: string) => full.format(new Date(text)),
    day: (text: string) => day.format(new Date(`${text}T00:00:00Z`)),
    count: (value: number) => value.toLocaleString(locale),
    compact: (minorUnits: number) => whole.format(minorUnits / unit),
  }
}
