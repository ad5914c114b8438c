/** Masking a text takes time and its result is stored: longer ones are cut first. Stacks and the longest paths fit. */
const MAX_CHARACTERS = 4_096

/**
 * Masks e-mail addresses, tokens and long numbers in any text, for logs and stored errors. The text may be a visitor's: each
 * pattern visits a character a bounded number of times.
 */
export function masked<Value>(value: Value): Value | string {
  if (typeof value !== 'string') return value
  return cut(value)
    .replace(/(\/account\/reset-password\/)[^\s"]*/g, '$1…')
    .replace(/[^\s"'()=,/]+/g, (word) => (/.(?:@|%(?:25)*40)./.test(word) ? '[email]' : word))
    .replace(/(?<![\w-])[\w-]{40,}/g, '[token]')
    .replace(/(?<!\d)\d{6,}(\d{2})(?!\d)/g, '…$1')
}

/** Without the word at the cut: the rest of an address or of a token would not be recognized. */
function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text
  return `${text.slice(0, MAX_CHARACTERS).replace(/(?<![^\s"'()=,/])[^\s"'()=,/]+$/, '')}…`
}
