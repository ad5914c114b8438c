/**
 * Splits `1,299.00`, `1.299,00`, `12,99,000` or `1299` into whole and fraction. `isCommaDecimal` decides a
 * lone separator before three digits, as in locales that write 1,5 for one and a half. Undefined when it is
 * not such a number.
 */
export function splitNumber(
  digits: string,
  { isCommaDecimal, hasFraction }: { isCommaDecimal: boolean; hasFraction: boolean },
): { whole: string; fraction: string } | undefined {
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(digits)) return undefined
  const sign = decimalSign(digits, isCommaDecimal, hasFraction)
  const at = sign === undefined ? -1 : digits.lastIndexOf(sign)
  const whole = at < 0 ? digits : digits.slice(0, at)
  const fraction = at < 0 ? '' : digits.slice(at + 1)
  return isGrouped(whole) ? { whole: whole.replace(/[.,]/g, '') || '0', fraction } : undefined
}

/** The decimal separator, if any. */
function decimalSign(digits: string, isCommaDecimal: boolean, hasFraction: boolean): '.' | ',' | undefined {
  const dots = digits.split('.').length - 1
  const commas = digits.split(',').length - 1
  if (dots > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ','
  if (dots + commas !== 1) return undefined
  const sign = dots === 1 ? '.' : ','
  const isUsual = (sign === ',') === isCommaDecimal
  const looksGrouped = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)
  // 1,299 groups thousands where the point is decimal, 1.299 where the comma is; currencies without a fraction
  // always group.
  return looksGrouped && !(isUsual && hasFraction) ? undefined : sign
}

/**
 * Thousands, or the Indian 12,99,000: the last group has three digits, the others two or three, with one
 * separator.
 */
const isGrouped = (whole: string) =>
  /^\d*$/.test(whole) || /^\d{1,3}(,\d{2,3})*,\d{3}$/.test(whole) || /^\d{1,3}(\.\d{3})+$/.test(whole)
