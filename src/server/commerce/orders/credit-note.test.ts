import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { approveRefund } from './decide-refund.ts'
import { findCreditNote, findInvoice } from './find-invoice.ts'
import { issueMissingCreditNotes } from './invoices/issue-credit-note.ts'
import { markReturned } from './mark-returned.ts'
import { payRefund } from './pay-refund.ts'

const shop = withOrders(await openShop({ seed: true }))
const { db } = shop

/** An order of three pieces with `quantity` of them returned; the refund is still to be paid. */
async function returned(more: Parameters<typeof shop.deliveredOrder>[0] = {}, quantity = 2) {
  const made = await shop.deliveredOrder({ method: 'test_gateway', ...more })
  const token = more.isCustomer === false ? made.token : undefined
  const key = { order_no: made.order_no, ...(token ? { token } : {}) }
  const item_id = (await made.read()).productchannel[0]?.id ?? 0
  const { refund_no, amount } = ok(
    await made.api.orders.refundRequest({ ...key, items: [{ item_id, quantity, reason: 'damaged' }] }),
  )
  await approveRefund(shop.services, { refund_no })
  await markReturned(shop.services, { refund_no })
  return { ...made, key, refund_no, amount: amount.amount }
}

test('a paid refund has a credit note with number, taxes and the invoice it belongs to', async () => {
  const made = await returned()
  const { api, order_id, order_no, refund_no, amount } = made
  const requested = { order_no, refund_no }
  expect(await api.orders.creditNote(requested)).toMatchObject({ code: 'NO_CREDIT_NOTE' })

  await payRefund(shop.services, { refund_no })

  const { credit_note_no, file_name, url } = ok(await api.orders.creditNote(requested))
  expect(credit_note_no).toMatch(/^CN-\d{4}-00001$/)
  expect(file_name).toBe(`${credit_note_no}.pdf`)
  expect((await made.read()).refunds).toMatchObject([{ refund_no, credit_note_no }])
  const note = await findCreditNote(db, order_id, { refund_no })
  const invoice = await findInvoice(db, order_id)
  expect(note).toMatchObject({ refund_no, invoice: { invoice_no: invoice.invoice_no }, total: amount })
  expect(note.lines).toMatchObject([{ quantity: 2 }])
  const all = [...note.sums, ...note.taxes].reduce((sum, part) => sum + part.amount, 0)
  expect(all).toBe(amount)
  expect(note.taxes.map(({ label }) => label)).toEqual(invoice.taxes.map(({ label }) => label))

  const file = await made.request({ method: 'GET', url })
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${file_name}"`,
  })
  expect(String(file.body).slice(0, 5)).toBe('%PDF-')
})

test('the refund mail links to the credit note, for a guest too', async () => {
  const { email } = await db
    .selectFrom('orders')
    .select('email')
    .where('id', '=', (await paid({ isCustomer: false })).order_id)
    .executeTakeFirstOrThrow()
  const { text, html } = await db
    .selectFrom('outbox')
    .select(['text', 'html'])
    .where('kind', 'like', 'refunded:%')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const link = /Download credit note CN-\d{4}-\d{5}: https:\/\/[^/]+(\S+)/.exec(text)?.[1] ?? ''

  expect(html).toContain(link.replaceAll('&', '&amp;'))
  expect((await shop.guest().request({ method: 'GET', url: link })).status).toBe(200)
  const foreign = link.replace(/token=[^&]+/, 'token=guessed')
  expect((await shop.guest().request({ method: 'GET', url: foreign })).status).toBe(404)
})

async function paid(more: Parameters<typeof shop.deliveredOrder>[0] = {}) {
  const made = await returned(more)
  await payRefund(shop.services, { refund_no: made.refund_no })
  return made
}

test('credit note numbers have no gaps under simultaneous and failing refunds', async () => {
  const before = (await numbers()).length
  const refunds = await Promise.all(Array.from({ length: 5 }, () => returned({}, 1)))
  const twice = [...refunds, ...refunds].map(({ refund_no }) => payRefund(shop.services, { refund_no }))

  const outcomes = await Promise.allSettled(twice)

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await numbers()).toEqual(Array.from({ length: before + 5 }, (_, at) => at + 1))
})

const numbers = async () =>
  (await db.selectFrom('credit_notes').select('credit_note_no').orderBy('credit_note_no').execute()).map(
    ({ credit_note_no }) => Number(credit_note_no.slice(-5)),
  )

test('a refund paid before credit notes existed gets one, once; refunds of other orders do not', async () => {
  const made = await returned()
  await shop.pool.query(`update refunds set status = 'refunded' where refund_no = $1`, [made.refund_no])

  expect(
    (
      await Promise.all([issueMissingCreditNotes(shop.services), issueMissingCreditNotes(shop.services)])
    ).reduce((a, b) => a + b),
  ).toBe(1)

  expect((await findCreditNote(db, made.order_id, { refund_no: made.refund_no })).total).toBe(made.amount)
  const other = await paid()
  expect(await made.api.orders.creditNote({ ...made.key, refund_no: other.refund_no })).toMatchObject({
    code: 'NO_CREDIT_NOTE',
  })
})
