import { expect, test } from 'vitest'
import { toAscii } from './vite-plugins/ascii-only.ts'

test('toAscii keeps the value of strings, templates and regular expressions', () => {
  const code = 'export default [`₹ 1…`, "“é”", /^[–😀]$/u.test("😀"), /é/.test("é"), "\\\\’"]'
  const ascii = toAscii(code)

  expect(ascii).toMatch(/^[\0-\x7f]*$/)
  const evaluate = (text: string) => new Function(text.replace('export default', 'return'))()
  expect(evaluate(ascii)).toEqual(evaluate(code))
  expect(evaluate(ascii)).toEqual(['₹ 1…', '“é”', true, true, '\\’'])
})

test('toAscii refuses an escape that would become another text', () => {
  expect(() => toAscii('"\\’"', 'a.js')).toThrow('a.js: remove the backslash before "’"')
  expect(() => toAscii('String.raw`…`', 'a.js')).toThrow('String.raw')
})
