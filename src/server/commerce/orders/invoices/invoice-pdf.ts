import PDFDocument from 'pdfkit'
import { formatMoney, money } from '#contract/money.ts'
import { dayText } from '#contract/rules/day-text.ts'
import { readLogo } from '#server/shop/settings/document-look.ts'
import { drawText, heightOfText, registerFonts, type Weight } from './draw-text.ts'
import type { CreditNoteDocument, InvoiceDocument, InvoiceLine, TaxDocument } from './invoice-document.ts'
import { asArtifact, branch, leaf, type Part } from './pdf-structure.ts'
import { percent } from './tax-lines.ts'

const ink = '#2b2621'
const muted = '#655a4f'
const rule = '#e4d9ca'
const page = { left: 48, right: 547, top: 48, bottom: 780 }
/** At the foot of each page, beside its number. */
const foot = { bottom: 806, size: 8, width: 360 }
const logoBox: [width: number, height: number] = [180, 48]

type Drawing = InstanceType<typeof PDFDocument>

/** Where the logo is read from; documents without one need none. */
type Logos = Parameters<typeof readLogo>[0]

/** Renders an invoice as an A4 PDF with as many pages as its lines need. */
export const renderInvoice = (invoice: InvoiceDocument, files?: Logos): Promise<Buffer> =>
  renderPdf(invoice, files, {
    title: 'Tax invoice',
    number: invoice.invoice_no,
    issuedOn: invoice.issued_on,
    facts: [
      ['Invoice number', invoice.invoice_no],
      ['Date', dayText(invoice.issued_on, invoice.locale, 'UTC')],
      ['Order', invoice.order_no],
      ['Ordered on', dayText(invoice.ordered_on, invoice.locale, 'UTC')],
    ],
    payment: paymentText(invoice),
    total: 'Total',
  })

/** A payment that is still due is not stated as paid. */
export function paymentText({
  payment,
  due,
  paid_before,
}: Pick<InvoiceDocument, 'payment' | 'due' | 'paid_before'>) {
  const before = paid_before ? `Paid: ${paid_before}. ` : ''
  if (due === 'on_delivery') return `${before}To be paid on delivery`
  return `${before}${due === 'later' ? `To be paid: ${payment}` : `Paid by: ${payment}`}`
}

/** Renders a credit note with a reference to its invoice. */
export const renderCreditNote = (note: CreditNoteDocument, files?: Logos): Promise<Buffer> =>
  renderPdf(note, files, {
    title: 'Credit note',
    number: note.credit_note_no,
    issuedOn: note.issued_on,
    facts: [
      ['Credit note', note.credit_note_no],
      ['Date', dayText(note.issued_on, note.locale, 'UTC')],
      ['For invoice', note.invoice.invoice_no],
      ['Invoiced on', dayText(note.invoice.issued_on, note.locale, 'UTC')],
      ['Order', note.order_no],
      note.refund_no === null ? ['Parcel that came back', note.waybill ?? ''] : ['Refund', note.refund_no],
    ],
    payment: `${note.due ? 'Was to be paid' : 'Was paid by'}: ${note.payment}${note.refund_to === 'store_credit' ? '. Refunded to store credit' : ''}`,
    total: 'Total credited',
  })

/** Texts that differ between the kinds of documents. */
type PdfTexts = {
  title: string
  number: string
  issuedOn: string
  facts: readonly (readonly [label: string, value: string])[]
  payment: string
  total: string
}

/**
 * Fonts are embedded because PDF's standard fonts have no rupee sign. The document is tagged, so that screen readers read headings
 * and tables in their order.
 */
async function renderPdf(document: TaxDocument, files: Logos | undefined, texts: PdfTexts): Promise<Buffer> {
  const logo = files && (await readLogo(files, document.look))
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: page.top, left: page.left, right: 595 - page.right, bottom: 24 },
    bufferPages: true,
    pdfVersion: '1.5',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${texts.title} ${texts.number}`,
      Author: document.seller.name,
      CreationDate: new Date(`${texts.issuedOn}T00:00:00Z`),
    },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  registerFonts(pdf)

  const bottom = Math.min(page.bottom, footTop(pdf, document) - 12)
  const amount = (minor: number) => formatMoney(money(minor, document.currency), document.locale)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  drawHead(pdf, branch(pdf, root, 'Sect'), document, { ...texts, logo })
  drawParties(pdf, branch(pdf, root, 'Sect'), document, texts)
  drawLines(pdf, branch(pdf, root, 'Table'), document, { amount, bottom })
  drawSums(pdf, root, document, { amount, bottom, total: texts.total })
  const footer = document.look?.footer
  if (footer) leaf(pdf, root, 'P', footer, () => drawFooter(pdf, document))
  root.end()
  drawFeet(pdf, document, texts)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

const write = (pdf: Drawing, weight: Weight, size: number, colour = ink) =>
  pdf.font(`figtree-${weight}`).fontSize(size).fillColor(colour)

/** Texts of the merchant and the shopper, which may be in any script. */
function writeIn(pdf: Drawing, weight: Weight, text: string, box: Parameters<typeof drawText>[3]) {
  drawText(pdf, weight, text, box)
  pdf.font(`figtree-${weight}`)
}

function drawHead(
  pdf: Drawing,
  part: Part,
  { seller, look }: TaxDocument,
  { logo, title, facts }: PdfTexts & { logo: Buffer | undefined },
) {
  const accent = look?.accent ?? ink
  const name = seller.name || title
  const contact = [seller.address, seller.contact, seller.tax_no].filter(Boolean)
  if (logo) asArtifact(pdf, () => pdf.image(logo, page.left, page.top, { fit: logoBox }))
  leaf(pdf, part, 'P', [name, ...contact].join('\n'), () => {
    write(pdf, 'bold', logo ? 11 : 18, logo ? ink : accent)
    const y = logo ? page.top + logoBox[1] + 8 : page.top
    writeIn(pdf, 'bold', name, { x: page.left, y, width: 270 })
    write(pdf, 'regular', 9, muted)
    for (const line of contact) writeIn(pdf, 'regular', line, { x: page.left, y: pdf.y, width: 250 })
  })
  const below = pdf.y
  leaf(pdf, part, 'H1', title, () =>
    write(pdf, 'bold', 13, accent).text(title, 340, page.top + 3, {
      width: page.right - 340,
      align: 'right',
    }),
  )
  let y = pdf.y + 6
  const table = branch(pdf, part, 'Table')
  for (const [label, value] of facts) {
    const row = branch(pdf, table, 'TR')
    leaf(pdf, row, 'TH', label, () => write(pdf, 'regular', 9, muted).text(label, 340, y, { width: 90 }))
    leaf(pdf, row, 'TD', value, () =>
      write(pdf, 'regular', 9).text(value, 430, y, { width: page.right - 430, align: 'right' }),
    )
    y += 14
  }
  pdf.y = Math.max(below, y) + 14
  drawRule(pdf, look?.accent ?? rule)
}

function drawParties(
  pdf: Drawing,
  part: Part,
  { bill_to, ship_to, place_of_supply }: TaxDocument,
  { payment }: PdfTexts,
) {
  const top = pdf.y + 14
  const columns = [
    { label: 'Bill to', lines: bill_to },
    { label: 'Ship to', lines: ship_to },
    {
      label: 'Place of supply',
      lines: [place_of_supply || '–', '', payment],
    },
  ]
  const bottoms = columns.map(({ label, lines }, at) => {
    const x = page.left + at * 172
    leaf(pdf, part, 'H2', label, () => write(pdf, 'bold', 9, muted).text(label, x, top, { width: 156 }))
    const text = lines.join('\n')
    leaf(pdf, part, 'P', text, () => {
      write(pdf, 'regular', 9.5)
      writeIn(pdf, 'regular', text, { x, y: pdf.y + 3, width: 156, lineGap: 1.5 })
    })
    return pdf.y
  })
  pdf.y = Math.max(...bottoms) + 18
}

type Column = {
  title: string
  x: number
  width: number
  align: 'left' | 'right'
  value: (line: InvoiceLine, amount: (minor: number) => string) => string
}

/** The column of the codes takes its space from the first one, and is left out where no line has a code. */
function columnsOf(lines: readonly InvoiceLine[]): Column[] {
  const [item, ...others] = columns
  if (!item || !lines.some(({ hsn_code }) => hsn_code)) return columns
  const codes: Column = {
    title: 'HSN',
    x: 178,
    width: 44,
    align: 'left',
    value: ({ hsn_code }) => hsn_code || '–',
  }
  return [{ ...item, width: 120 }, codes, ...others]
}

const columns: Column[] = [
  { title: 'Item', x: 48, width: 172, align: 'left', value: ({ name }) => name },
  { title: 'Qty', x: 222, width: 28, align: 'right', value: ({ quantity }) => String(quantity) },
  { title: 'Price', x: 252, width: 66, align: 'right', value: (line, amount) => amount(line.unit_price) },
  {
    title: 'Discount',
    x: 320,
    width: 58,
    align: 'right',
    value: ({ discount }, amount) => (discount ? `−${amount(discount)}` : '–'),
  },
  { title: 'Taxable', x: 380, width: 64, align: 'right', value: (line, amount) => amount(line.taxable) },
  {
    title: 'Tax',
    x: 446,
    width: 36,
    align: 'right',
    value: ({ rate }) => (rate ? percent(rate) : '–'),
  },
  { title: 'Total', x: 484, width: 63, align: 'right', value: (line, amount) => amount(line.total) },
]

function drawLines(
  pdf: Drawing,
  table: Part,
  { lines, look }: TaxDocument,
  { amount, bottom: lowest }: { amount: (minor: number) => string; bottom: number },
) {
  const columns = columnsOf(lines)
  const itemWidth = columns[0]?.width ?? 0
  drawTitles(pdf, table, columns)
  for (const line of lines) {
    write(pdf, 'regular', 9)
    const nameHeight = heightOfText(pdf, 'regular', line.name, itemWidth)
    const height = nameHeight + (line.note ? 48 : 28)
    if (pdf.y + height > lowest) {
      pdf.addPage()
      pdf.y = page.top
      drawTitles(pdf, table, columns)
    }
    const top = pdf.y + 8
    let bottom = top
    const row = branch(pdf, table, 'TR')
    const below = [look?.show_sku === false ? '' : line.sku, line.note].filter(Boolean).join('\n')
    for (const [at, { x, width, align, value }] of columns.entries()) {
      const text = value(line, amount)
      leaf(pdf, row, at === 0 ? 'TH' : 'TD', at === 0 ? `${text}\n${below}` : text, () => {
        write(pdf, 'regular', 9)
        writeIn(pdf, 'regular', text, { x, y: top, width, align })
        bottom = Math.max(bottom, pdf.y)
        if (at > 0) return
        write(pdf, 'regular', 8, muted)
        writeIn(pdf, 'regular', below, { x: 48, y: top + nameHeight + 2, width: itemWidth })
        bottom = Math.max(bottom, pdf.y)
      })
    }
    pdf.y = bottom + 7
    drawRule(pdf)
  }
}

function drawTitles(pdf: Drawing, table: Part, columns: readonly Column[]) {
  const top = pdf.y
  const row = branch(pdf, table, 'TR')
  for (const { title, x, width, align } of columns)
    leaf(pdf, row, 'TH', title, () => write(pdf, 'bold', 8.5, muted).text(title, x, top, { width, align }))
  pdf.y = top + 16
  drawRule(pdf)
}

function drawSums(
  pdf: Drawing,
  root: Part,
  { sums, taxes, total, is_tax_included, currency, note }: TaxDocument,
  format: { amount: (minor: number) => string; bottom: number; total: string },
) {
  const { amount, bottom } = format
  const [taxable, ...extras] = sums
  const rows = [...(taxable ? [taxable] : []), ...taxes, ...extras]
  if (pdf.y + rows.length * 16 + 70 > bottom) {
    pdf.addPage()
    pdf.y = page.top
  }
  let y = pdf.y + 12
  const table = branch(pdf, root, 'Table')
  for (const { label, amount: minor } of rows) {
    const row = branch(pdf, table, 'TR')
    leaf(pdf, row, 'TH', label, () => {
      write(pdf, 'regular', 9.5, muted)
      writeIn(pdf, 'regular', label, { x: 320, y, width: 130 })
    })
    leaf(pdf, row, 'TD', amount(minor), () =>
      write(pdf, 'regular', 9.5).text(amount(minor), 450, y, { width: page.right - 450, align: 'right' }),
    )
    y += 16
  }
  asArtifact(pdf, () =>
    pdf
      .moveTo(320, y + 2)
      .lineTo(page.right, y + 2)
      .lineWidth(1)
      .strokeColor(ink)
      .stroke(),
  )
  const row = branch(pdf, table, 'TR')
  leaf(pdf, row, 'TH', format.total, () =>
    write(pdf, 'bold', 12).text(format.total, 320, y + 10, { width: 110 }),
  )
  leaf(pdf, row, 'TD', amount(total), () =>
    write(pdf, 'bold', 12).text(amount(total), 430, y + 10, { width: page.right - 430, align: 'right' }),
  )
  const remarks = `${note ? `${note} ` : is_tax_included ? 'Prices include tax. ' : ''}Amounts in ${currency}. This document was generated electronically and needs no signature.`
  leaf(pdf, root, 'P', remarks, () =>
    write(pdf, 'regular', 8.5, muted).text(remarks, page.left, y + 44, { width: page.right - page.left }),
  )
}

function drawRule(pdf: Drawing, colour = rule) {
  asArtifact(pdf, () =>
    pdf.moveTo(page.left, pdf.y).lineTo(page.right, pdf.y).lineWidth(0.7).strokeColor(colour).stroke(),
  )
}

function footTop(pdf: Drawing, { look }: TaxDocument): number {
  if (!look?.footer) return foot.bottom
  pdf.fontSize(foot.size)
  return foot.bottom - heightOfText(pdf, 'regular', look.footer, foot.width)
}

function drawFooter(pdf: Drawing, document: TaxDocument) {
  const y = footTop(pdf, document)
  write(pdf, 'regular', foot.size, muted)
  writeIn(pdf, 'regular', document.look?.footer ?? '', { x: page.left, y, width: foot.width })
}

/** The footer is read once, on the last page. */
function drawFeet(pdf: Drawing, document: TaxDocument, { number }: PdfTexts) {
  const { count } = pdf.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    pdf.switchToPage(at)
    if (document.look?.footer && at < count - 1) asArtifact(pdf, () => drawFooter(pdf, document))
    const label = count > 1 ? `${number} · page ${at + 1} of ${count}` : number
    asArtifact(pdf, () =>
      write(pdf, 'regular', 8, muted).text(label, page.left, 796, {
        width: page.right - page.left,
        align: 'right',
        lineBreak: false,
      }),
    )
  }
}
