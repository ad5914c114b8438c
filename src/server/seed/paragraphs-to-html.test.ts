import { expect, test } from 'vitest'
import { paragraphsToHtml } from './paragraphs-to-html.ts'

test('paragraphs are parted by blank lines, and nothing of the text is markup', () => {
  expect(paragraphsToHtml('Small & <b>round</b>.\n\nIt says "hello".')).toBe(
    '<p>Small &amp; &lt;b&gt;round&lt;/b&gt;.</p><p>It says &quot;hello&quot;.</p>',
  )
  expect(paragraphsToHtml('\n\n')).toBe('')
})
