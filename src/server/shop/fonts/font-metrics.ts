import type { FontFallback } from '#contract/storefront.ts'
import type { FontFile } from './read-font-file.ts'

/** The part of a font file that its fallback needs. Lengths are shares of the font size. */
export type FontMetrics = {
  is_serif: boolean
  ascent: number
  descent: number
  line_gap: number
  /** Average width of a letter in each of the weights 400, 500 … 900. */
  widths: readonly number[]
}

const WEIGHTS = [400, 500, 600, 700, 800, 900] as const

export const metricsOf = (font: FontFile): FontMetrics => ({
  is_serif: font.isSerif,
  ascent: font.ascent,
  descent: font.descent,
  line_gap: font.lineGap,
  widths: WEIGHTS.map((weight) => rounded(font.averageWidth(weight))),
})

/** Average letter widths of the fonts that nearly every device has: Arial, and Times New Roman. */
export const SYSTEM_WIDTHS = { sans: 0.4489, serif: 0.4067 } as const

/**
 * How a system font must be stretched to take the room of the font until that is loaded, so that the page does not move
 * (CSS Fonts 5: `size-adjust` and the metric overrides), in percent.
 */
export function fallbackOf(
  { is_serif, ascent, descent, line_gap, widths }: FontMetrics,
  weight: number,
): FontFallback {
  const kind = is_serif ? 'serif' : 'sans'
  const width = widthAt(widths, weight)
  const scale = width / SYSTEM_WIDTHS[kind]
  const percent = (share: number) => Math.round(share * 10_000) / 100
  return {
    kind,
    size_adjust: percent(scale),
    ascent_override: percent(ascent / scale),
    descent_override: percent(descent / scale),
    line_gap_override: percent(line_gap / scale),
  }
}

function widthAt(widths: readonly number[], weight: number): number {
  const position = Math.min(Math.max((weight - 400) / 100, 0), widths.length - 1)
  const low = Math.floor(position)
  const [from = 0, to = from] = widths.slice(low, low + 2)
  return from + (to - from) * (position - low)
}

const rounded = (share: number) => Math.round(share * 10_000) / 10_000
