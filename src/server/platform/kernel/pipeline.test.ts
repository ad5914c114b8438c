import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Channel } from './channel.ts'
import type { Services, Visitor } from './context.ts'
import { rejected } from './errors.ts'
import { createPipeline } from './pipeline.ts'

const visitor: Visitor = { customerId: null, cookies: {} } as unknown as Visitor

/** A pipeline with one endpoint that refuses with COUPON_INVALID. */
function openPipeline(mode: 'test' | 'production', refusals: readonly string[]) {
  const error = vi.fn()
  const services = { config: { mode }, log: { error, warn: vi.fn() } } as unknown as Services
  const pipeline = createPipeline({
    services,
    readChannel: async () => ({}) as Channel,
    groups: [
      {
        name: 'gift',
        routes: { wrap: 'POST /api/gift/wrap' },
        endpoints: { wrap: { summary: 'Wraps', input: z.object({}), data: z.undefined(), refusals } },
        handlers: {
          wrap: () => {
            throw rejected('COUPON_INVALID', 'No')
          },
        },
      },
    ],
  })
  return { error, wrap: () => pipeline.run({ group: 'gift', name: 'wrap', input: {}, visitor }) }
}

test('an undeclared refusal is a server error in test mode', async () => {
  const { wrap, error } = openPipeline('test', ['CART_FULL'])

  expect(await wrap()).toMatchObject({ httpStatus: 500, body: { code: 'SERVER' } })
  expect(String(error.mock.calls[0]?.[0].err)).toContain('gift.wrap refused with COUPON_INVALID')
})

test('a declared refusal reaches the visitor in test mode', async () => {
  const { wrap } = openPipeline('test', ['COUPON_INVALID'])

  expect(await wrap()).toMatchObject({ httpStatus: 409, body: { code: 'COUPON_INVALID' } })
})

test('an undeclared refusal reaches the visitor in production', async () => {
  const { wrap } = openPipeline('production', [])

  expect(await wrap()).toMatchObject({ httpStatus: 409, body: { code: 'COUPON_INVALID' } })
})
