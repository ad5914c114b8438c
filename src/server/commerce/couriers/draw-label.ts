import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { drawText, registerFonts } from '../orders/invoices/draw-text.ts'
import type { CourierParcel, Party } from './model/courier-descriptor.ts'

/** A6, in points. */
const page = { width: 298, height: 420, margin: 20 }

/** Draws the label of a parcel, one page of A6. */
export async function drawLabel({
  waybill,
  carrier,
  order_no,
  from,
  to,
}: Pick<CourierParcel, 'order_no' | 'from' | 'to'> & { waybill: string; carrier: string }): Promise<Buffer> {
  const pdf = new PDFDocument({ size: [page.width, page.height], margin: 0, font: '' })
  registerFonts(pdf)
  const box = (y: number) => ({ x: page.margin, y, width: page.width - 2 * page.margin })
  pdf.fontSize(12)
  drawText(pdf, 'bold', carrier, box(page.margin))
  pdf.fontSize(18)
  drawText(pdf, 'bold', waybill, box(44))
  pdf.fontSize(9)
  drawText(pdf, 'regular', `Order ${order_no}`, box(72))
  writeParty(pdf, 'To', to, box(110), 12)
  writeParty(pdf, 'From', from, box(280), 9)
  pdf.end()
  return buffer(pdf)
}

function writeParty(
  pdf: InstanceType<typeof PDFDocument>,
  title: string,
  { name, address, city, state, postcode, country, phone }: Party,
  box: { x: number; y: number; width: number },
  size: number,
) {
  pdf.fontSize(8)
  drawText(pdf, 'bold', title, box)
  pdf.fontSize(size)
  const place = [postcode, city, state, country].filter(Boolean).join(' ')
  const lines = [name, address, place, phone].filter(Boolean).map((line) => line.slice(0, 160))
  drawText(pdf, 'regular', lines.join('\n'), { ...box, y: pdf.y + 2 })
}
