import { expect, test } from 'vitest'
import { ordersEndpoints } from '#contract/orders.ts'
import { formInput } from './form-input.ts'
import { formTable } from './form-table.ts'

test('a return form sends the ticked items with their quantities and reasons', () => {
  const [call] = formTable['return-items'].calls({
    order_no: 'SF-100001',
    'items.0.quantity': '1',
    'items.0.reason': '',
    'items.3.item_id': '7',
    'items.3.quantity': '2',
    'items.3.reason': 'damaged',
    'items.3.comment': 'Torn',
    return_to: '/account/orders/SF-100001',
  })

  const input = formInput(ordersEndpoints.refundRequest.input, call?.input ?? {})

  expect(input).toEqual({
    order_no: 'SF-100001',
    items: [{ item_id: 7, quantity: 2, reason: 'damaged', comment: 'Torn' }],
  })
})

test('a field that is named like a member of every object stays a text, which the endpoint refuses', () => {
  expect(formInput(ordersEndpoints.cancel.input, { constructor: 'x' })).toEqual({ constructor: 'x' })
})
