import type PDFDocument from 'pdfkit'

type Drawing = InstanceType<typeof PDFDocument>

/** An element of a PDF's structure tree, which screen readers read: `Table`, `TR`, `H1`, `P` … */
export type Part = ReturnType<Drawing['struct']>

/** Adds an element whose children follow. */
export function branch(pdf: Drawing, parent: Part, type: string): Part {
  const part = pdf.struct(type)
  parent.add(part)
  return part
}

/** Adds an element with what `draw` writes. `text` is read instead of the drawn runs, which lack spaces and have a visual order. */
export function leaf(pdf: Drawing, parent: Part, type: string, text: string, draw: () => void) {
  parent.add(pdf.struct(type, { actual: text }, [draw]))
}

/** Draws what screen readers leave out: rules, page numbers. */
export function asArtifact(pdf: Drawing, draw: () => void) {
  pdf.markContent('Artifact')
  draw()
  pdf.endMarkedContent()
}
