import type { Plugin } from 'vite'

const OTHER = /[^\0-\x7f]/

/**
 * Writes all characters beyond ASCII as escapes. Node keeps the source of each module, with two bytes for every character when one
 * of them is not ASCII. ADR 0005.
 */
export const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && OTHER.test(chunk.code)) chunk.code = toAscii(chunk.code, chunk.fileName)
  },
}

/**
 * In strings, templates and regular expressions an escape means the same character.
 *
 * @throws Error where a backslash precedes the character, because the escape would then be another text; and for `String.raw`.
 */
export function toAscii(code: string, file = ''): string {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code))
    throw new Error(`${file}: String.raw must contain ASCII characters only`)
  return code.replace(/\\*[^\0-\x7f]/g, (text) => {
    if (text.length % 2 === 0) throw new Error(`${file}: remove the backslash before "${text.at(-1)}"`)
    return `${text.slice(0, -1)}\\u${text
      .charCodeAt(text.length - 1)
      .toString(16)
      .padStart(4, '0')}`
  })
}
