import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findLookups } from './find-lookups.ts'
import { shippedFiles } from './shipped-files.ts'

/** Symbols, which are no names. */
const symbols = ['withMessageMark in value', 'fileMark in value']

test('no table of the shop is read by a name that every object has', () => {
  const found = shippedFiles().flatMap((file) =>
    findLookups(file, readFileSync(file, 'utf8')).map(({ line, text }) => `${file}:${line} ${text}`),
  )

  expect(found.filter((one) => !symbols.some((symbol) => one.endsWith(` ${symbol}`)))).toEqual([])
})

test.each([
  ['a table of any names', 'const a: Record<string, number> = { b: 1 }\nconst c = a[d]', ['a[d]']],
  ['a read-only table', 'const a: Readonly<Record<string, number>> = { b: 1 }\na[d + e]?.f', ['a[d + e]']],
  ['the operator in', 'if (name in table) run()', ['name in table']],
  ['a table of known names', 'const a: Record<Kind, number> = { b: 1 }\nconst c = a[d]', []],
  ['a name that is written there', "const a: Record<string, number> = { b: 1 }\na['b']; 'b' in a", []],
  ['a checked table', 'const a: Record<string, number> = { b: 1 }\nif (Object.hasOwn(a, d)) a[d]', []],
  ['an assignment', 'const a: Record<string, number> = { b: 1 }\na[d] = 1; delete a[d]', []],
])('look-ups are found in %s', (_, source, texts) => {
  expect(findLookups('a.ts', source).map(({ text }) => text)).toEqual(texts)
})
