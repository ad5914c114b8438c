import { expect, test } from 'vitest'
import { paragraphsToHtml } from './paragraphs-to-html.ts'

test('paragraphsToHtml splits at blank lines and escapes the text', () => {
  expect(paragraphsToHtml('Small & <b>round</b>.\n\nIt says "hello".')).toBe(
    '<p>Small &amp; &lt;b&gt;round&lt;/b&gt;.</p><p>It says &quot;hello&quot;.</p>',
  )
  expect(paragraphsToHtml('\n\n')).toBe('')
})
