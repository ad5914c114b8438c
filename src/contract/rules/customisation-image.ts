/**
 * The small version of a customer's picture, which is stored beside it: `…/ab12.webp` has `…/ab12.preview.webp`.
 */
export const previewPathOf = (path: string) => path.replace(/\.webp$/, '.preview.webp')

/** A part of a picture, as fractions of its width and height. */
export type Crop = { x: number; y: number; width: number; height: number }

/**
 * The part of a picture that has the required ratio.
 *
 * @param size of the picture; only its ratio counts.
 * @param ratio width through height of the part; null for the picture's own.
 * @param zoom 1 for the largest part.
 * @param at position of the part, 0 (left, top) to 1 (right, bottom).
 */
export function cropOf(
  size: { width: number; height: number },
  ratio: number | null,
  { zoom, x, y }: { zoom: number; x: number; y: number } = { zoom: 1, x: 0.5, y: 0.5 },
): Crop {
  const own = size.width / size.height
  const wanted = ratio ?? own
  const width = Math.min(1, wanted / own) / zoom
  const height = Math.min(1, own / wanted) / zoom
  return { x: (1 - width) * x, y: (1 - height) * y, width, height }
}
