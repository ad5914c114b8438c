import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bootPath, isPayloadPath, parsePayloadPath, payloadPath } from './payload-path.ts'

test.for([
  ['/', '/_payload.json?b1'],
  ['/product/moon-vase', '/product/moon-vase/_payload.json?b1'],
  ['/shop-online?q=vase&page=2', '/shop-online/_payload.json?b1&q=vase&page=2'],
])('the data of %s is at %s', ([page, payload]) => {
  expect(payloadPath(new URL(page as string, 'http://shop'), 'b1')).toBe(payload)
})

test('a payload’s URL leads back to its page', () => {
  const segment = fc.stringMatching(/^[\w%.~ü-]{1,8}$/).filter((text) => !/^\.+$/.test(text))
  const query = fc.stringMatching(/^[\w=&%+?.-]{1,20}$/)
  fc.assert(
    fc.property(fc.array(segment), fc.option(query), (segments, search) => {
      const page = new URL(`http://shop/${segments.join('/')}${search === null ? '' : `?${search}`}`)
      const requested = payloadPath(page, 'b1')

      expect(isPayloadPath(requested.split('?', 1)[0] as string)).toBe(true)
      expect(parsePayloadPath(requested)).toEqual({ build: 'b1', url: page.pathname + page.search })
    }),
  )
})

test('the boot data of a document is at its payload, with a version', () => {
  const path = bootPath('/shop-online?q=vase', 'b1', 'v-1_')

  expect(path).toBe('/shop-online/_payload.json?b1~v-1_&q=vase')
  expect(parsePayloadPath(path)).toEqual({ build: 'b1', version: 'v-1_', url: '/shop-online?q=vase' })
})

test('a URL without a build has no build', () => {
  expect(parsePayloadPath('/cart/_payload.json')).toEqual({ build: '', url: '/cart' })
})

test('another host in the path stays a path', () => {
  expect(parsePayloadPath('//evil.example/_payload.json?b1').url).toBe('//evil.example')
})
