/** `#abc` and `#aabbccdd` as the six digits that a color input accepts. */
export function sixDigits(text: string): string | undefined {
  const [, digits] = /^#([0-9a-f]{3,8})$/i.exec(text) ?? []
  if (!digits) return undefined
  if (digits.length >= 6) return `#${digits.slice(0, 6)}`
  return `#${[...digits.slice(0, 3)].map((digit) => digit + digit).join('')}`
}
