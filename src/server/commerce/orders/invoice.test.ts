import PDFDocument from 'pdfkit'
import { expect, test, vi } from 'vitest'
import { address } from '#harness/addresses.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { setSettings } from '#harness/settings.ts'
import { findInvoice } from './find-invoice.ts'
import type { InvoiceDocument } from './invoices/invoice-document.ts'
import { paymentText, renderInvoice } from './invoices/invoice-pdf.ts'
import { issueInvoice, issueMissingInvoices } from './invoices/issue-invoice.ts'

const shop = withOrders(await openShop({ seed: true }))
const numbers = async () =>
  (await shop.db.selectFrom('invoices').select('invoice_no').orderBy('invoice_no').execute()).map(
    ({ invoice_no }) => invoice_no,
  )

test('an order gets its invoice when it ships, without cancelled items, and its amounts add up', async () => {
  const { api, order_no, order_id, read } = await shop.orderOf({ quantity: 3 })
  const { productchannel } = await read()
  expect(await api.orders.invoice({ order_no })).toMatchObject({ code: 'NO_INVOICE' })
  const item_id = productchannel[0]?.id ?? 0
  ok(await api.orders.cancel({ order_no, items: [{ item_id, quantity: 1 }], reason: 'other' }))

  await shop.bring(order_id, 'packed', 'shipped')

  const { totals, can_download_invoice } = await read()
  expect(can_download_invoice).toBe(true)
  const { invoice_no, file_name, url } = ok(await api.orders.invoice({ order_no }))
  expect(invoice_no).toMatch(/^INV-\d{4}-00001$/)
  expect({ file_name, url }).toEqual({
    file_name: `${invoice_no}.pdf`,
    url: `/api/orders/invoice?order_no=${order_no}&download=1`,
  })
  const document = await findInvoice(shop.db, order_id)
  expect(document.lines).toMatchObject([{ quantity: 2 }])
  expect(document.total).toBe(totals.grand_total.amount)
  const all = [...document.sums, ...document.taxes].reduce((sum, { amount }) => sum + amount, 0)
  expect(all).toBe(document.total)
})

test('the invoice file is a PDF with its document title', async () => {
  const { request, order_no, order_id } = await shop.orderOf()
  await shop.bring(order_id, 'packed', 'shipped')

  const { status, headers, body } = await request({
    method: 'GET',
    url: `/api/orders/invoice?order_no=${order_no}&download=1`,
  })

  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringMatching(/^attachment; filename="INV-\d{4}-\d{5}\.pdf"$/),
  })
  expect(String(body).slice(0, 5)).toBe('%PDF-')
})

test('an invoice within a state has equal halves of GST on every rate, and still adds up', async () => {
  await setSettings(shop.services, { store_state: 'Karnataka', store_tax_no: '27AABCK4821M1Z0' })
  const { order_id, read } = await shop.orderOf()
  await shop.pool.query('update order_items set tax = tax - tax % 2 + 1 where order_id = $1', [order_id])
  await shop.bring(order_id, 'packed', 'shipped')

  const document = await findInvoice(shop.db, order_id)

  expect(document.seller.tax_no).toBe('GSTIN 27AABCK4821M1Z0')
  const [union, state, ...others] = document.taxes
  expect([union?.label.slice(0, 4), state?.label.slice(0, 4), others]).toEqual(['CGST', 'SGST', []])
  expect(union?.amount).toBe(state?.amount)
  const all = [...document.sums, ...document.taxes].reduce((sum, { amount }) => sum + amount, 0)
  expect(all).toBe(document.total)
  expect(document.total).toBe((await read()).totals.grand_total.amount)
})

test('the invoice lists delivery and fee with the tax that the order has of them', async () => {
  await setSettings(shop.services, { store_state: 'Karnataka' })
  await shop.pool.query(`update payment_methods set fee = 3901 where code = 'cod'`)
  const { order_id, order_no, api, read } = await shop.orderOf({ quantity: 1 })
  await shop.pool.query(`update payment_methods set fee = null where code = 'cod'`)
  const [charged] = (await shop.pool.query('select * from orders where id = $1', [order_id])).rows
  expect(Number(charged.shipping_tax) * Number(charged.payment_fee_tax)).toBeGreaterThan(0)
  await shop.bring(order_id, 'packed', 'shipped')
  ok(await api.orders.invoice({ order_no }))

  const document = await findInvoice(shop.db, order_id)

  expect(document.lines.slice(1)).toMatchObject([
    { name: charged.shipping_method_name, tax: Number(charged.shipping_tax), total: 7_900 },
    { name: charged.payment_method_name, tax: Number(charged.payment_fee_tax), total: 3_901 },
  ])
  const { totals } = await read()
  expect(document.taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(totals.tax.amount)
  expect(document.lines.reduce((sum, { total }) => sum + total, 0)).toBe(totals.grand_total.amount)
  expect(document.sums).toEqual([
    { label: 'Taxable value', amount: totals.grand_total.amount - totals.tax.amount },
  ])
})

test('an invoice lists the HSN codes of the goods and the tax number of the buyer', async () => {
  const product = await shop.productWith(5)
  const { api, order } = await shop.guestAtPayment(product, 'cod')
  const { shipping_address: to } = ok(await api.cart.get())
  const billing = { ...address, address_type: 'Billing' as const, tax_no: '29aagcd7305q 1z2' }
  ok(await api.cart.updateAddress(billing))
  expect(await api.cart.updateAddress({ ...billing, tax_no: '29AAGCD' })).toMatchObject({
    errors: { tax_no: ['This field is not valid'] },
  })
  const { order_id } = ok(await order())
  await shop.bring(order_id, 'packed', 'shipped')

  const document = await findInvoice(shop.db, order_id)

  expect(to?.tax_no).toBe('')
  expect(document.bill_to.at(-1)).toBe('GSTIN 29AAGCD7305Q1Z2')
  expect(document.ship_to.join()).not.toContain('GSTIN')
  expect(document.lines[0]?.hsn_code).toMatch(/^[0-9]{4}$/)
})

test('an order to a country without tax rates is an export without tax, at its own delivery price', async () => {
  const { api, order } = await shop.guestAtPayment(await shop.productWith(5), 'cod')
  const at = ok(await api.settings.countries()).find(({ code }) => code === 'US')
  const california = at?.states.find(({ name }) => name === 'California')
  const place = { country_id: at?.id ?? 0, state_id: california?.id, city: 'Oakland', postcode: '94607' }
  const before = ok(await api.cart.get())
  expect(before.tax_total.amount).toBeGreaterThan(0)
  expect(await api.cart.updateAddress({ ...address, ...place, postcode: '560001' })).toMatchObject({
    errors: { postcode: ['This field is not valid'] },
  })
  const cart = ok(
    await api.cart.updateAddress({ ...address, ...place, phone: '4155550132', tax_no: '29AAGCD7305Q1Z2' }),
  )
  expect(ok(await api.cart.updateContact({ phone: '+1 (415) 555-0132' })).phone).toBe('4155550132')
  expect(cart).toMatchObject({ shipping_total: { amount: 249_900 }, tax_total: { amount: 0 } })
  expect(cart.shipping_methods.map(({ code }) => code)).toEqual(['standard'])
  expect(cart.shipping_address?.tax_no).toBe('')
  expect(cart.cart_payment_methods.find(({ code }) => code === 'cod')?.is_available).toBe(false)
  ok(await api.cart.updatePaymentMode({ payment_method: 'bank_transfer' }))
  const { order_id } = ok(await order())
  await shop.pool.query(`update orders set status = 'delivered' where id = $1`, [order_id])
  await issueMissingInvoices(shop.services)

  const document = await findInvoice(shop.db, order_id)

  expect(document).toMatchObject({
    place_of_supply: 'United States',
    taxes: [],
    total: cart.grand_total.amount,
  })
  expect(document.note).toMatch(/^Supply meant for export/)
})

test('the invoice of an order that is paid on delivery does not state that it was paid', async () => {
  const { order_id } = await shop.orderOf()
  await shop.bring(order_id, 'packed', 'shipped')

  const document = await findInvoice(shop.db, order_id)

  expect(document.due).toBe('on_delivery')
  expect(paymentText(document)).toBe('To be paid on delivery')
  expect(paymentText({ ...document, due: null })).toBe('Paid by: Cash on delivery')
})

test('invoice numbers have no gaps under simultaneous and failing shipments', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => shop.orderOf({ quantity: 1 })))
  const before = (await numbers()).length
  const failing = shop.db.transaction().execute(async (tx) => {
    await issueInvoice(tx, orders[0]?.order_id ?? 0)
    throw new Error('the parcel fell down')
  })
  await Promise.allSettled([
    failing,
    ...orders.map(({ order_id }) => shop.bring(order_id, 'packed', 'shipped')),
  ])

  const given = (await numbers()).map((number) => Number(number.slice(-5)))
  expect(given).toEqual(Array.from({ length: before + 6 }, (_, at) => at + 1))
})

test('an order shipped without an invoice gets one, once', async () => {
  const { order_id } = await shop.orderOf()
  await shop.pool.query(`update orders set status = 'delivered' where id = $1`, [order_id])

  expect(
    await Promise.all([issueMissingInvoices(shop.services), issueMissingInvoices(shop.services)]),
  ).toContain(1)

  expect(await issueMissingInvoices(shop.services)).toBe(0)
  expect((await findInvoice(shop.db, order_id)).lines.length).toBeGreaterThan(0)
})

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

test('an invoice with many lines continues on further pages', async () => {
  const { order_id } = await shop.orderOf()
  await shop.bring(order_id, 'packed', 'shipped')
  const document = await findInvoice(shop.db, order_id)
  const [line] = document.lines
  if (!line) throw new Error('An invoice has lines')

  expect(pagesOf(await renderInvoice(document))).toBe(1)
  const pdf = await renderInvoice({ ...document, lines: Array.from({ length: 60 }, () => line) })

  expect(pagesOf(pdf)).toBeGreaterThan(2)
})

test('an invoice is tagged: screen readers find headings, tables and their header cells', async () => {
  const { order_id } = await shop.orderOf()
  await shop.bring(order_id, 'packed', 'shipped')

  const file = (await renderInvoice(await findInvoice(shop.db, order_id))).toString('latin1')

  expect(file).toContain('/Marked true')
  const count = (tag: string) => file.match(new RegExp(`/S /${tag}\\b`, 'g'))?.length ?? 0
  expect(count('Document')).toBe(1)
  expect(count('H1')).toBe(1)
  expect(file).toContain('/ActualText (Tax invoice)')
  expect(count('H2')).toBe(3)
  // Facts, lines and sums.
  expect(count('Table')).toBe(3)
  expect(count('TH')).toBeGreaterThan(count('TR'))
})

/** The texts of the file with their horizontal positions, in the order in which they are drawn. */
async function textsOf(document: InvoiceDocument) {
  const drawn = vi.spyOn(PDFDocument.prototype, 'text')
  try {
    await renderInvoice(document)
    const calls = drawn.mock.calls as unknown as [text: string, x: number][]
    return calls.map(([text, x]) => ({ text, x }))
  } finally {
    drawn.mockRestore()
  }
}

test('the printed invoice has a column of HSN codes, and none where no line has a code', async () => {
  const { order_id } = await shop.orderOf()
  await shop.bring(order_id, 'packed', 'shipped')
  const document = await findInvoice(shop.db, order_id)
  const [line] = document.lines
  if (!line) throw new Error('An invoice has lines')
  const withCodes = (...codes: string[]) => ({
    ...document,
    lines: codes.map((hsn_code) => ({ ...line, hsn_code })),
  })

  const texts = await textsOf(withCodes('6912', '', '9405'))
  const title = texts.findIndex(({ text }) => text === 'HSN')
  expect(texts.slice(title - 1, title + 2).map(({ text }) => text)).toEqual(['Item', 'HSN', 'Qty'])
  const column = texts.filter(({ x }) => x === texts[title]?.x).map(({ text }) => text)
  expect(column).toEqual(['HSN', '6912', '–', '9405'])

  const bare = await textsOf(withCodes('', ''))
  expect(bare.map(({ text }) => text)).toContain('Item')
  expect(bare.map(({ text }) => text)).not.toContain('HSN')
})

test('an invoice embeds the fonts of the scripts that its texts are in', async () => {
  const { order_id } = await shop.orderOf()
  await shop.bring(order_id, 'packed', 'shipped')
  const document = await findInvoice(shop.db, order_id)
  const fontsOf = async (bill_to: string[]) =>
    [
      ...(await renderInvoice({ ...document, bill_to }))
        .toString('latin1')
        .matchAll(/\/BaseFont \/\w+\+([\w-]+)/g),
    ].map(([, name]) => name)

  expect(new Set(await fontsOf(['Łódź 12']))).toEqual(new Set(['Figtree-Regular', 'Figtree-Bold']))
  expect(await fontsOf(['क्षितिज', 'தமிழ்நாடு', 'שרה', 'محمد'])).toEqual(
    expect.arrayContaining([
      'NotoSans-Regular',
      expect.stringContaining('NotoSansTamil'),
      expect.stringContaining('NotoSansHebrew'),
      expect.stringContaining('NotoSansArabic'),
    ]),
  )
})

test('missing invoices are issued when one order cannot have one', async () => {
  const broken = await shop.orderOf()
  const whole = await shop.orderOf()
  const ids = [broken.order_id, whole.order_id]
  await shop.pool.query(`update orders set status = 'delivered' where id = any($1)`, [ids])
  await shop.pool.query(`alter table invoices add constraint refused check (order_id <> ${broken.order_id})`)

  await issueMissingInvoices(shop.services)

  expect((await findInvoice(shop.db, whole.order_id)).lines.length).toBeGreaterThan(0)
  await shop.pool.query('alter table invoices drop constraint refused')
})
