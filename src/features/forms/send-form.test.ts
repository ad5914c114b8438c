import { expect, test, vi } from 'vitest'
import { sendForm, splitErrors } from './send-form.ts'

function answerWith(reply: object) {
  const fetched = vi.fn(async (_url: string, _options: RequestInit) => Response.json(reply))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('a form is sent to its endpoint without the address of its page', async () => {
  const fetched = answerWith({ status: 'success', message: 'Sent' })
  const form = new FormData()
  form.set('page', '/contact')
  form.append('tags[]', 'one')
  form.append('tags[]', 'two')

  const reply = await sendForm('/forms/form/submit/contact', form, [])

  const body = new FormData()
  body.append('tags[]', 'one')
  body.append('tags[]', 'two')
  expect(fetched).toHaveBeenCalledWith('/api/form/submit/contact', expect.objectContaining({ body }))
  expect(reply).toEqual({ status: 'success', message: 'Sent' })
})

test('the error of a field that the form does not show is its message', async () => {
  answerWith({ status: 'error', errors: { rating: ['Choose a rating'], product_id: ['Not a product'] } })

  expect(await sendForm('/forms/plugins/review/rate-product', new FormData(), ['rating'])).toEqual({
    status: 'error',
    errors: { rating: 'Choose a rating' },
    message: 'Not a product',
  })
})

test('errors of fields without a control become the message of the form', () => {
  const errors = { email: 'Required', product_id: 'Not a product' }

  expect(splitErrors({ message: null, errors }, ['email'])).toEqual({
    errors: { email: 'Required' },
    message: 'Not a product',
  })
})

test('a refusal without field errors keeps its message', () => {
  expect(splitErrors({ message: 'Out of stock', errors: {} }, ['email'])).toEqual({
    errors: {},
    message: 'Out of stock',
  })
})
