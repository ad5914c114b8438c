import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'
import { runOrder } from './order.ts'

const shop = await withParcels(await openShop({ seed: true }))

async function vitrine(...argv: string[]) {
  const lines: string[] = []
  const code = await runOrder({ ...shop.services, print: (line) => void lines.push(line) }, argv)
  return { code, said: lines.join('\n') }
}

test('an operator processes an order from the list to its delivery', async () => {
  const order = await shop.order()
  const { order_no } = order
  expect((await vitrine('list')).said).toContain(order_no)
  expect((await vitrine('list', '--status', 'delivered')).said).toBe('No orders found')
  expect((await vitrine('show', order_no)).said).toContain('12 MG Road')

  expect(await vitrine('pack', order_no)).toEqual({ code: 0, said: 'Done.' })
  const [first] = order.items
  expect(
    await vitrine(
      'ship',
      order_no,
      '--courier',
      'Test Courier',
      '--waybill',
      'cli 0001',
      '--item',
      `${first?.id}:1`,
    ),
  ).toMatchObject({ code: 0, said: `Shipped parcel CLI0001 of order ${order_no}.` })
  expect(await vitrine('ship', order_no, '--courier', 'Test Courier', '--waybill', 'CLI0002')).toMatchObject({
    code: 0,
  })
  expect(await vitrine('scan', 'CLI0001', 'in_transit', '--location', 'Pune')).toMatchObject({ code: 0 })
  for (const waybill of ['CLI0001', 'CLI0002'])
    expect(await vitrine('deliver', waybill)).toMatchObject({ code: 0 })

  expect((await order.read()).status).toBe('delivered')
  expect((await vitrine('show', order_no)).said).toMatch(/Parcel CLI0001 {2}Test Courier {2}Delivered/)
})

test('an order whose payment was returned asks the operator to review it', async () => {
  const { order_no, order_id } = await shop.order()
  expect((await vitrine('show', order_no)).said).not.toContain('Review needed')
  await shop.db
    .updateTable('orders')
    .set({ review_reason: 'paid_twice' })
    .where('id', '=', order_id)
    .execute()

  const words = 'Review needed: it was paid twice, and one payment was returned'
  expect((await vitrine('list')).said.split('\n').find((line) => line.startsWith(order_no))).toMatch(
    new RegExp(`${words}$`),
  )
  expect((await vitrine('show', order_no)).said).toContain(words)
})

test('an unpaid bank transfer is marked in the list, and packed and shipped only by force', async () => {
  const { order_no, read } = await shop.order({ method: 'bank_transfer' })
  const inList = async () =>
    (await vitrine('list')).said.split('\n').find((line) => line.startsWith(order_no)) ?? ''
  expect(await inList()).toMatch(/UNPAID$/)

  expect(await vitrine('pack', order_no)).toEqual({
    code: 1,
    said: `The bank transfer of order ${order_no} has not arrived. Confirm the payment first`,
  })
  expect((await read()).status).toBe('placed')
  expect(await vitrine('pack', order_no, '--force')).toMatchObject({ code: 0 })
  expect((await read()).status).toBe('packed')
  const ship = ['ship', order_no, '--courier', 'Test Courier', '--waybill', 'CLI-UNPAID-1']
  expect(await vitrine(...ship)).toMatchObject({ code: 1, said: expect.stringContaining('has not arrived') })
  expect(await vitrine('paid', order_no)).toMatchObject({ code: 0 })
  expect(await inList()).not.toContain('UNPAID')
})

test('an unknown command prints the usage and changes nothing', async () => {
  const { order_no, read } = await shop.order()
  for (const argv of [
    ['ship', order_no],
    ['ship', order_no, '--courier', 'X', '--waybill', 'WB123456', '--item', 'all'],
    ['scan', 'WB123456', 'teleported'],
    ['scan', 'WB123456', 'shipped'],
    ['pack'],
    ['pack', order_no, '--fast'],
  ]) {
    const { code, said } = await vitrine(...argv)
    expect({ code, said }, argv.join(' ')).toEqual({
      code: 2,
      said: expect.stringContaining('Usage: npm run vitrine -- order'),
    })
  }
  expect(await vitrine('dance')).toMatchObject({
    code: 2,
    said: expect.stringContaining('Unknown action "dance"'),
  })
  expect(await vitrine('help')).toMatchObject({ code: 0 })
  expect((await read()).status).toBe('placed')
})

test('an operator sees the returned items, the reason and the next step', async () => {
  const { order_no, guest, token, items } = await shop.order()
  const [line, other] = items
  ok(
    await guest.api.orders.cancel({
      order_no,
      token,
      reason: 'changed_mind',
      items: [{ item_id: other?.id ?? 0, quantity: 1 }],
    }),
  )
  expect((await vitrine('show', order_no)).said).toMatch(/\d+ {2}1 x .* {2}cancelled/)
  await vitrine('ship', order_no, '--courier', 'Test Courier', '--waybill', 'CLI0003')
  await vitrine('deliver', 'CLI0003')
  const { refund_no } = ok(
    await guest.api.orders.refundRequest({
      order_no,
      token,
      items: [{ item_id: line?.id ?? 0, quantity: 1, reason: 'damaged', comment: 'A chip at the rim' }],
    }),
  )

  const { said } = await vitrine('show', order_no)
  expect(said).toContain(`Refund ${refund_no}  Refund requested`)
  expect(said).toMatch(/1 x .*: It came damaged. "A chip at the rim"/)
  expect(said).toContain('asha@example.com')
  expect(await vitrine('refund', refund_no, 'paid')).toEqual({
    code: 1,
    said: `Refund ${refund_no} is in the state "Refund requested". Next comes: Refund approved or Refund declined`,
  })
  expect(await vitrine('refund', refund_no, 'reject', '--note', 'It has been used')).toMatchObject({
    code: 0,
  })
  expect((await vitrine('show', order_no)).said).toContain('Note to the customer: It has been used')
})

test('a refusal by the shop is printed with its message', async () => {
  expect(await vitrine('pack', 'SF-1')).toEqual({ code: 1, said: 'Order SF-1 not found' })
  const { order_no } = await shop.order()
  expect(await vitrine('ship', order_no, '--courier', 'X', '--waybill', 'no')).toEqual({
    code: 1,
    said: '--waybill must have 6 to 40 letters, digits and dashes',
  })
  expect(await vitrine('paid', order_no)).toEqual({ code: 0, said: 'Done.' })
  expect(await vitrine('paid', order_no)).toMatchObject({ code: 1 })
})
