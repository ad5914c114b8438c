import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageKeyOf } from './page-cache-key.ts'

const keyOf = (url: string, known?: string[]) => pageKeyOf(url, { isPayload: false, ...(known && { known }) })

test('where a click came from makes no other page', () => {
  expect(keyOf('/mugs?utm_source=mail&gclid=x1&fbclid=y').url).toBe('/mugs')
  expect(keyOf('/mugs?utm_source=mail&page=2').url).toBe('/mugs?page=2')
})

test('the order of parameters makes no other page, the order of equal ones does', () => {
  expect(keyOf('/mugs?size=m&color=blue').url).toBe(keyOf('/mugs?color=blue&size=m').url)
  expect(keyOf('/mugs?color=red&color=blue').url).toBe('/mugs?color=red&color=blue')
})

test('parameters a screen does not look at make no other page', () => {
  expect(keyOf('/product/mug?sku=A1&x=1', ['sku']).url).toBe('/product/mug?sku=A1')
  expect(keyOf('/about?x=1', []).url).toBe('/about')
})

test('an address with more parameters than any link of the shop is rendered but not kept', () => {
  const many = Array.from({ length: 25 }, (_, at) => `a${at}=1`).join('&')
  expect(keyOf(`/mugs?${many}`).isKeepable).toBe(false)
  expect(keyOf(`/mugs?${many.slice(0, many.lastIndexOf('&'))}`).isKeepable).toBe(true)
  expect(keyOf(`/${'x'.repeat(3_000)}`).isKeepable).toBe(false)
})

test("a payload's build stays first and counts as itself", () => {
  const key = pageKeyOf('/mugs/_payload.json?b7f3&size=m&color=blue&utm_id=1', { isPayload: true })
  expect(key.url).toBe('/mugs/_payload.json?b7f3&color=blue&size=m')
})

test('a key is its own key, whatever the query', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z%&=+[\]0-9]{0,8}$/), { maxLength: 6 }), (parts) => {
      const { url } = keyOf(`/mugs?${parts.join('&')}`)
      expect(keyOf(url).url).toBe(url)
    }),
  )
})
