/** The `heading` size that leaves the design's headings as they are; all headings grow and shrink with it. */
export const HEADING_SIZE_REM = 1.25

const SIZE = /^(\d+(?:\.\d+)?)(px|rem|em|%)$/

/** A CSS length in rem, where 1 rem is 16 px; undefined when it is not one. */
export function toRem(size: string): number | undefined {
  const [, number, unit] = SIZE.exec(size) ?? []
  if (number === undefined) return undefined
  const value = Number(number)
  return unit === 'px' ? value / 16 : unit === '%' ? value / 100 : value
}

/** How many times the design's size a setting is; 1 for an unreadable setting. */
export const fontScale = (size: string, designRem: number): number => (toRem(size) ?? designRem) / designRem
