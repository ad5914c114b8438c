import { expect, test } from 'vitest'
import { inlineScriptsOf, inlineStylesOf, withStyleNonce } from './document.server.tsx'

const head = `<style>a{color:red}</style><script src="/x.js"></script><script type="application/ld+json">{}</script>
<script type="module">run()</script><style media="print">b{}</style><link rel="stylesheet" href="/a.css">`

test('executable inline scripts are found; external files and data blocks are not', () => {
  expect(inlineScriptsOf(head)).toEqual(['run()'])
})

test('inline styles are found and get the nonce', () => {
  expect(inlineStylesOf(head)).toEqual(['a{color:red}', 'b{}'])
  expect(inlineStylesOf(withStyleNonce(head, 'once'))).toEqual(['a{color:red}', 'b{}'])
  expect(withStyleNonce(head, 'once').match(/<style nonce="once"/g)).toHaveLength(2)
  expect(withStyleNonce(head, 'once')).not.toContain('<script nonce')
})
