import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageKeyOf } from './page-cache-key.ts'

const keyOf = (url: string) => pageKeyOf(url, { isPayload: false })

test('campaign parameters do not change the cache key', () => {
  expect(keyOf('/mugs?utm_source=mail&gclid=x1&fbclid=y').url).toBe('/mugs')
  expect(keyOf('/mugs?utm_source=mail&page=2').url).toBe('/mugs?page=2')
})

test('the order of parameters does not change the key, the order of values of one parameter does', () => {
  expect(keyOf('/mugs?size=m&color=blue').url).toBe(keyOf('/mugs?color=blue&size=m').url)
  expect(keyOf('/mugs?color=red&color=blue').url).toBe('/mugs?color=red&color=blue')
})

test('a URL with more parameters than any link of the shop is rendered but not cached', () => {
  const many = Array.from({ length: 25 }, (_, at) => `a${at}=1`).join('&')
  expect(keyOf(`/mugs?${many}`).isKeepable).toBe(false)
  expect(keyOf(`/mugs?${many.slice(0, many.lastIndexOf('&'))}`).isKeepable).toBe(true)
  expect(keyOf(`/${'x'.repeat(3_000)}`).isKeepable).toBe(false)
})

test("a payload's build parameter stays first and is part of the key", () => {
  const key = pageKeyOf('/mugs/_payload.json?b7f3&size=m&color=blue&utm_id=1', { isPayload: true })
  expect(key.url).toBe('/mugs/_payload.json?b7f3&color=blue&size=m')
})

test('a cache key maps to itself, whatever the query', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z%&=+[\]0-9]{0,8}$/), { maxLength: 6 }), (parts) => {
      const { url } = keyOf(`/mugs?${parts.join('&')}`)
      expect(keyOf(url).url).toBe(url)
    }),
  )
})
