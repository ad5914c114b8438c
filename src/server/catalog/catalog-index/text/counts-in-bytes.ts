/**
 * Writes a number, seven bits per byte, lowest first; a number that does not fit in the array is only measured.
 * @returns its length
 */
export function writeCount(bytes: Uint8Array, at: number, value: number): number {
  let rest = value
  let length = 1
  while (rest > 0x7f) {
    bytes[at + length - 1] = (rest & 0x7f) | 0x80
    rest >>>= 7
    length += 1
  }
  bytes[at + length - 1] = rest
  return length
}
