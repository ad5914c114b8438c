import { decimalsOf, formatMoney, type Money } from '#contract/money.ts'
import { shortDayText, shortTimeText, timeText } from '#contract/rules/day-text.ts'
import { compactMoney } from '#ui/compact-money.ts'
import { useSession } from '../session-context.ts'

/**
 * Formats in the shop's locale and time zone, which need not be those of this computer. `ofAmounts`: the currency of amounts without
 * one, by default the shop's.
 */
export function useFormat(ofAmounts?: string) {
  const { locale, time_zone: timeZone, currency: ofShop } = useSession().session.shop
  const currency = ofAmounts ?? ofShop
  const unit = 10 ** decimalsOf(currency, locale)
  const count = (value: number, digits?: Intl.NumberFormatOptions) => value.toLocaleString(locale, digits)
  return {
    money: (amount: Money) => formatMoney(amount, locale),
    /** Without the year. */
    time: (text: string) => shortTimeText(text, locale, timeZone),
    moment: (text: string) => timeText(text, locale, timeZone),
    day: (text: string) => shortDayText(`${text}T00:00:00Z`, locale, 'UTC'),
    count: (value: number) => count(value),
    /** Of a part: `12.5 %`. */
    percent: (part: number) =>
      `${count(part * 100, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`,
    megabytes: (bytes: number) => `${count(bytes / 1_048_576, { maximumFractionDigits: 1 })} MB`,
    compact: (amount: number) => compactMoney({ amount, currency }, locale, unit),
  }
}
