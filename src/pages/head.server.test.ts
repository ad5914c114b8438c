import { expect, test } from 'vitest'
import { escapeScript, metaTags } from './head.server.ts'

test('missing meta values write no tags', () => {
  expect(metaTags({ title: 'Cart' })).toBe(
    '<title>Cart</title><meta property="og:type" content="website"><meta property="og:title" content="Cart">',
  )
})

test('a product has the type product and its price instead of the type website', () => {
  const properties = { 'og:type': 'product', 'product:price:amount': '749.00' }

  expect(metaTags({ title: 'Mug', properties })).toBe(
    '<title>Mug</title><meta property="og:type" content="product"><meta property="product:price:amount" content="749.00"><meta property="og:title" content="Mug">',
  )
})

test('text cannot break out of its tag', () => {
  const evil = `"><script>alert(1)</script>`

  const html = metaTags({
    title: evil,
    description: evil,
    robots: evil,
    canonical: evil,
    image: { href: evil, alt: evil },
    properties: { 'product:price:amount': evil },
    jsonLd: [{ name: '</script><script>alert(1)</script>' }],
    preload: [{ href: evil, imageSrcSet: evil, imageSizes: evil }],
  })

  expect(html.match(/<script/g)).toEqual(['<script'])
  expect(html.match(/<\/script/g)).toEqual(['</script'])
  expect(html).not.toContain('alert(1)</script><')
})

test('escaped JSON in a script parses to the same value', () => {
  const value = { text: '</script><!--<script>', more: '\u2028' }

  expect(escapeScript(JSON.stringify(value))).not.toContain('<')
  expect(JSON.parse(escapeScript(JSON.stringify(value)))).toEqual(value)
})
