import { expect, test } from 'vitest'
import { sanitiseHtml, toPlainText } from './sanitise-html.ts'

test.each([
  ['scripts', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['handlers', '<p onclick="x()" style="position:fixed">a</p>', '<p>a</p>'],
  ['script links', '<a href="java\nscript:x()">a</a><a href=" javascript:x()">b</a>', '<a>a</a><a>b</a>'],
  ['data links', '<a href="data:text/html,x">a</a>', '<a>a</a>'],
  ['other hosts without a scheme', '<a href="//other.example">a</a>', '<a>a</a>'],
  ['frames and forms', '<iframe src="https://x.example"></iframe><form action="/x"><input>a</form>', 'a'],
  ['drawings', '<svg><script>x</script><text>t</text></svg>a', 'a'],
  ['pictures of others', '<img src="https://x.example/a.png"><img src="data:image/png;base64,AA">a', 'a'],
  ['comments', '<!-- [if gte mso 9]><xml></xml><![endif] --><p>a</p>', '<p>a</p>'],
])('sanitiseHtml removes %s', (_, html, safe) => {
  expect(sanitiseHtml(html)).toBe(safe)
})

test('sanitiseHtml keeps text, lists, tables, links and the shop’s images', () => {
  const html =
    '<h2>A</h2><ul><li><strong>b</strong></li></ul><table><tr><td colspan="2">c</td></tr></table>' +
    '<a href="https://x.example/?a=1&amp;b=2" rel="noopener">d</a><a href="mailto:a@x.example" rel="noopener">e</a>' +
    '<img src="/media/a.webp" alt="f" />'
  expect(sanitiseHtml(html)).toBe(html)
})

test('sanitiseHtml turns h1 into h2', () => {
  expect(sanitiseHtml('<h1>A</h1>')).toBe('<h2>A</h2>')
})

test('sanitiseHtml turns plain text into paragraphs', () => {
  expect(sanitiseHtml('5 < 6 & so on\r\nsecond line\r\n\r\nNext')).toBe(
    '<p>5 &lt; 6 &amp; so on<br />second line</p>\n<p>Next</p>',
  )
  expect(sanitiseHtml('  ')).toBe('')
})

test.each([
  '<p>a &amp; b</p>',
  'a & b\n\nc',
  '<p>x<br>y</p>\r\n<h1>z</h1>',
  '<a href="//x">l</a>',
  '&lt;script&gt;',
])('sanitiseHtml is idempotent: %j', (html) => {
  const once = sanitiseHtml(html)
  expect(sanitiseHtml(once)).toBe(once)
})

test('toPlainText returns one line without tags', () => {
  expect(toPlainText('<p>Warm &amp; dry</p><p>5 &lt; 6</p>')).toBe('Warm & dry 5 < 6')
})
