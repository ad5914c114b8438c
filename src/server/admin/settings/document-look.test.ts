import Fastify from 'fastify'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { findInvoice } from '#server/commerce/orders/find-invoice.ts'
import type { InvoiceDocument } from '#server/commerce/orders/invoices/invoice-document.ts'
import { renderInvoice } from '#server/commerce/orders/invoices/invoice-pdf.ts'
import { serveInvoicePreview } from '../../http/admin/serve-invoice-preview.ts'

const opened = await openShop({ seed: true })
const shop = withOrders(opened)
const { db, services } = shop
const { admin, cookies } = await signedInStaff(opened, 'owner')
const app = Fastify()
serveInvoicePreview(app, services)

const LOGO = 'brand/logo.png'
const picture = { width: 400, height: 120, channels: 4, background: '#9a3f1f80' } as const
await services.files.write(LOGO, await sharp({ create: picture }).png().toBuffer())
await db.insertInto('images').values({ path: LOGO, alt: 'Kiln', width: 400, height: 120 }).execute()

const look = {
  show_logo: true,
  accent: '#06c',
  footer: 'Bank of Examples\nIBAN XX00 0000',
  show_sku: false,
  slip_text: 'Thank you',
  slip_phone: false,
  slip_sku: false,
}
const group = 'document-look'

async function save(document_look: Record<string, unknown>) {
  const { version } = ok(await admin.adminSettings.get({ id: group }))
  return admin.adminSettings.update({ id: group, version, values: { document_look } })
}
async function publish() {
  const { version } = ok(await admin.adminAppearance.get({}))
  return ok(await admin.adminAppearance.publish({ version }))
}
async function setLogo() {
  const { version, values } = ok(await admin.adminSettings.get({ id: 'branding' }))
  const logo1 = { path: LOGO, alt: 'Kiln' }
  ok(await admin.adminSettings.update({ id: 'branding', version, values: { ...values, logo1 } }))
}
async function issued(): Promise<InvoiceDocument> {
  const { order_id } = await shop.orderOf()
  await shop.bring(order_id, 'packed', 'shipped')
  return findInvoice(db, order_id)
}
/** The texts of the file, in the order in which they are drawn, and how many pictures it has. */
async function drawnOf(document: InvoiceDocument) {
  const text = vi.spyOn(PDFDocument.prototype, 'text')
  const image = vi.spyOn(PDFDocument.prototype, 'image')
  const bytes = await renderInvoice(document, services.files)
  const pages = bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length
  return { texts: text.mock.calls.map(([drawn]) => String(drawn)), pictures: image.mock.calls.length, pages }
}

test('an invoice has the look that was published when it was issued, on each page', async () => {
  const before = await issued()
  await setLogo()
  ok(await save(look))
  const draft = await issued()
  await publish()
  const after = await issued()

  for (const plain of [before, draft])
    expect(plain.look).toEqual({ logo: null, accent: null, footer: '', show_sku: true })
  expect(after.look).toEqual({ logo: LOGO, accent: '#0066cc', footer: look.footer, show_sku: false })
  const [line] = after.lines
  if (!line) throw new Error('An invoice has lines')
  const long = { ...after, lines: Array.from({ length: 60 }, () => line) }
  const { texts, pictures, pages = 0 } = await drawnOf(long)
  expect(pages).toBeGreaterThan(2)
  expect(pictures).toBe(1)
  expect(texts.filter((text) => text === look.footer)).toHaveLength(pages)
  expect(texts.join('\n')).not.toContain(line.sku)
  expect((await drawnOf(before)).texts.join('\n')).toContain(before.lines[0]?.sku)
})

test('a credit note is drawn with the look too, and a logo whose file is gone leaves the name', async () => {
  const document = await issued()
  await services.files.remove(LOGO)

  expect(document.look?.logo).toBe(LOGO)
  const { texts, pictures } = await drawnOf(document)

  expect(pictures).toBe(0)
  expect(texts).toContain('Kiln & Loom')
})

test('a light accent, a footer of five lines and further text are refused at their fields', async () => {
  const refused = async (wrong: object) => {
    const reply = await save({ ...look, ...wrong })
    return 'errors' in reply ? reply.errors : reply
  }
  expect(JSON.stringify(await refused({ accent: '#ffee00' }))).toContain('Choose a darker colour')
  expect(JSON.stringify(await refused({ footer: 'a\nb\nc\nd\ne' }))).toContain('At most four lines')
  for (const field of ['footer', 'slip_text'])
    expect(await refused({ [field]: 'x'.repeat(10_000) })).toBeTruthy()
})

test('the preview is an invoice with the look that is typed, for staff who may read settings', async () => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const preview = (query: string, headers: Record<string, string> = { cookie }) =>
    app.inject({ url: `/admin/invoice-preview?${query}`, headers })
  const typed = (values: unknown) => String(new URLSearchParams({ look: JSON.stringify(values) }))

  expect((await preview(typed(look), {})).statusCode).toBe(403)
  const shown = await preview(typed(look))
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(shown.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect(shown.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  for (const wrong of ['', 'look=%7B', typed({ ...look, accent: 'url(x)' }), `look=${'['.repeat(9_000)}`])
    expect((await preview(wrong)).statusCode, wrong.slice(0, 40)).toBe(422)
})
