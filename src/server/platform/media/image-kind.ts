/**
 * Detects an image type by its first bytes, ignoring the file name. Undefined for all others, SVG above all:
 * sharp would read it together with the files it references. Security §12.
 *
 * @param head at least the first 32 bytes, where the file has them.
 */
export function imageKind(head: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | undefined {
  if (head.subarray(0, 3).equals(JPEG)) return 'jpeg'
  if (head.subarray(0, 8).equals(PNG)) return 'png'
  const text = head.toString('latin1', 0, 32)
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (text.startsWith('ftyp', 4) && /^(avif|avis|mif1)/.test(text.slice(8))) return 'avif'
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
