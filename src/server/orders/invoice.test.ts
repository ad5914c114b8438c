import { expect, test } from 'vitest'
import { ok } from '../cart/test-shop.ts'
import { drawInvoice } from './draw-invoice.ts'
import { findInvoice } from './find-invoice.ts'
import { issueInvoice, issueMissingInvoices } from './issue-invoice.ts'
import { openOrdersShop } from './test-orders.ts'

const shop = await openOrdersShop()
const numbers = async () =>
  (await shop.db.selectFrom('invoices').select('invoice_no').orderBy('invoice_no').execute()).map(
    ({ invoice_no }) => invoice_no,
  )

test('an order has its invoice once it is sent, with what was not cancelled before, and adds up', async () => {
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

test('the file is a PDF that says what it is called', async () => {
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

test('numbers have no gaps, whoever sends at the same time and whatever fails', async () => {
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

test('what was sent without an invoice gets one, once', async () => {
  const { order_id } = await shop.orderOf()
  await shop.pool.query(`update orders set status = 'delivered' where id = $1`, [order_id])

  expect(await Promise.all([issueMissingInvoices(shop.db), issueMissingInvoices(shop.db)])).toContain(1)

  expect(await issueMissingInvoices(shop.db)).toBe(0)
  expect((await findInvoice(shop.db, order_id)).lines.length).toBeGreaterThan(0)
})

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

test('an invoice of many lines goes on over pages', async () => {
  const { order_id } = await shop.orderOf()
  await shop.bring(order_id, 'packed', 'shipped')
  const document = await findInvoice(shop.db, order_id)
  const [line] = document.lines
  if (!line) throw new Error('An invoice has lines')

  expect(pagesOf(await drawInvoice(document))).toBe(1)
  const pdf = await drawInvoice({ ...document, lines: Array.from({ length: 60 }, () => line) })

  expect(pagesOf(pdf)).toBeGreaterThan(2)
})
