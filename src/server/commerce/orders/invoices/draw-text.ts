import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'
import { inVisualOrder, onlyFigtree, type Run, runsOf, scriptFonts } from './text-runs.ts'

type Drawing = InstanceType<typeof PDFDocument>
export type Weight = 'regular' | 'bold'

export type TextBox = { x: number; y: number; width: number; align?: 'left' | 'right'; lineGap?: number }

/** Registers the fonts of all scripts; a font is read when a text first needs it. */
export function registerFonts(pdf: Drawing) {
  for (const [weight, number] of [
    ['regular', 400],
    ['bold', 700],
  ] as const) {
    pdf.registerFont(`figtree-${weight}`, fileURLToPath(new URL(`figtree-${weight}.ttf`, import.meta.url)))
    for (const { name, file } of scriptFonts)
      pdf.registerFont(
        `${name}-${weight}`,
        fileURLToPath(import.meta.resolve(`@fontsource/${file}-${number}-normal.woff`)),
      )
  }
}

/**
 * Writes a text into a box with the fonts of its scripts, each line in its visual order (UAX #9), in the current size and color.
 * Afterwards `pdf.y` is below it. Characters of further scripts show the font's box for a missing character.
 */
export function drawText(
  pdf: Drawing,
  weight: Weight,
  text: string,
  { x, y, width, align = 'left', lineGap = 0 }: TextBox,
) {
  if (onlyFigtree.test(text)) {
    pdf.font(`figtree-${weight}`).text(text, x, y, { width, align, lineGap })
    return
  }
  let top = y
  const height = lineHeight(pdf) + lineGap
  for (const line of linesOf(pdf, weight, text, width)) {
    drawLine(pdf, weight, line, { x, y: top, width, align })
    top += height
  }
  pdf.x = x
  pdf.y = top
}

/** Points that `drawText` needs for the text, in the current size. */
export function heightOfText(pdf: Drawing, weight: Weight, text: string, width: number): number {
  if (onlyFigtree.test(text)) return pdf.font(`figtree-${weight}`).heightOfString(text, { width })
  return linesOf(pdf, weight, text, width).length * lineHeight(pdf)
}

/** Room for marks above and below, which Figtree's own line height does not have. */
const lineHeight = (pdf: Drawing) => sizeOf(pdf) * 1.4

// The type declarations lack the current size.
const sizeOf = (pdf: Drawing) => (pdf as Drawing & { _fontSize: number })._fontSize

function drawLine(
  pdf: Drawing,
  weight: Weight,
  line: string,
  { x, y, width, align }: Required<Omit<TextBox, 'lineGap'>>,
) {
  const runs = inVisualOrder(line)
  const total = runs.reduce((sum, run) => sum + widthOf(pdf, weight, run), 0)
  const baseline = y + sizeOf(pdf) * 1.05
  let left = align === 'right' ? x + width - total : x
  for (const run of runs) {
    if (run.text.trim())
      pdf
        .font(`${run.font}-${weight}`)
        .text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
    left += widthOf(pdf, weight, run)
  }
}

/** Breaks a text into lines that fit; a word that is wider than the box is broken between its characters. */
function linesOf(pdf: Drawing, weight: Weight, text: string, width: number): string[] {
  const fits = (line: string) =>
    runsOf(line).reduce((sum, run) => sum + widthOf(pdf, weight, run), 0) <= width
  return text.split('\n').flatMap((paragraph) => {
    const lines = ['']
    const append = (piece: string, separator: string) => {
      const extended = `${lines.at(-1)}${lines.at(-1) && separator}${piece}`
      if (!lines.at(-1) || fits(extended)) lines[lines.length - 1] = extended
      else lines.push(piece)
    }
    for (const word of paragraph.split(/\s+/u)) {
      if (fits(word)) append(word, ' ')
      else {
        if (lines.at(-1)) lines.push('')
        for (const { segment } of graphemes.segment(word)) append(segment, '')
      }
    }
    return lines
  })
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const widthOf = (pdf: Drawing, weight: Weight, { text, font }: Run) =>
  pdf.font(`${font}-${weight}`).widthOfString(text)
