/**
 * A GS1 number with a valid check digit (GTIN-8, -12, -13 or -14). Invalid ones count against the whole product feed.
 */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12}|\d{13}|\d{14})$/.test(text)) return false
  const sum = [...text]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
