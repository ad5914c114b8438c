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
    fileSize: (bytes: number) => fileSizeText(bytes, locale),
    compact: (amount: number) => compactMoney({ amount, currency }, locale, unit),
  }
}

/** `340 KB`, from 1 MB on `2.4 MB`: a small file is neither "0 MB" nor "1 MB". */
export function fileSizeText(bytes: number, locale: string): string {
  const kilobytes = Math.ceil(bytes / 1_024)
  const [size, unit] = kilobytes < 1_024 ? [kilobytes, 'KB'] : [bytes / 1_048_576, 'MB']
  return `${size.toLocaleString(locale, { maximumFractionDigits: 1 })} ${unit}`
}
