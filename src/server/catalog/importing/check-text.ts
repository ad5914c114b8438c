/** Files that are chosen instead of a CSV file, by their first bytes. */
const kinds: readonly [name: string, start: readonly number[]][] = [
  ['an Excel or OpenDocument file, or a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['an old Excel file', [0xd0, 0xcf, 0x11, 0xe0]],
  ['compressed (gzip)', [0x1f, 0x8b]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
]

/**
 * Why a file is no text, as a sentence; undefined for text. UTF-16 contains zero bytes and is text when it begins with its byte order
 * mark, as spreadsheets write it.
 * @param bytes the file, or its beginning
 */
export function notText(bytes: Uint8Array): string | undefined {
  const kind = kinds.find(([, start]) => start.every((byte, at) => bytes[at] === byte))
  if (kind) return `This file is ${kind[0]}. Please save it as CSV and choose that file.`
  return isUtf16(bytes) || !bytes.includes(0)
    ? undefined
    : 'This file is not a text. Please choose a CSV file.'
}

const isUtf16 = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
