import { expect, test } from 'vitest'
import { makeCode, makeSlug } from './make-slug.ts'

test.each([
  ['Café Mug (Large)', 'cafe-mug-large'],
  ['women’s snow_board', 'womens-snow_board'],
  ['  Kiln & Co. ', 'kiln-co'],
  ['Straße Ørsted', 'strasse-orsted'],
  ['मिट्टी का दीया', 'मिट्टी-का-दीया'],
  ['!!!', expect.stringMatching(/^x-[0-9a-f]{8}$/)],
  ['', ''],
])('makeSlug turns %j into %j', (name, slug) => {
  expect(makeSlug(name)).toEqual(slug)
})

test('long names with the same beginning get different slugs', () => {
  const [one, two] = ['one', 'two'].map((end) => makeSlug(`${'a long name '.repeat(30)}${end}`))
  expect(one).not.toBe(two)
  expect(one!.length).toBeLessThanOrEqual(200)
})

test('an attribute code is a valid query key and none of the reserved ones', () => {
  expect(makeCode('Glaze Colour')).toBe('glaze-colour')
  expect(makeCode('रंग')).toMatch(/^attribute-[0-9a-f]{8}$/)
  expect(makeCode('Sort')).toBe('sort-option')
})
