import { expect, test } from 'vitest'
import { plainText, shortened } from './plain-text.ts'

test('plainText keeps the text of HTML, one line per block', () => {
  expect(
    plainText('<p>Fired <em>twice</em>.</p><ul><li>Holds 300&nbsp;ml</li><li>Tea &amp; milk</li></ul>'),
  ).toBe('Fired twice.\nHolds 300 ml\nTea & milk')
  expect(plainText('a<br>b &#233;&#x1F3FA; &lt;b&gt; &unknown; &#99999999;')).toBe(
    'a\nb é🏺 <b> &unknown; &#99999999;',
  )
  expect(plainText('')).toBe('')
})

test('shortened cuts between words and never within a surrogate pair', () => {
  expect(shortened('Oxford Shirt', 12)).toBe('Oxford Shirt')
  expect(shortened('Oxford Shirt - Blue', 17)).toBe('Oxford Shirt -')
  expect(shortened('🏺🏺🏺', 3)).toBe('🏺')
  expect(shortened('Donaudampfschiff', 5)).toBe('Donau')
})
