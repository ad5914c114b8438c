import { expect, test } from 'vitest'
import { compare, count, countFile } from './code-figures.ts'

const figuresOf = (text: string) =>
  countFile('a.tsx', text).places.map(({ figure, line }) => `${figure}:${line}`)
const longFile = (first: string) => `${first}\n${'// \n'.repeat(20)}`
const functionOf = (lines: number) => longFile(`const f = () => {\n${'f()\n'.repeat(lines - 2)}}`)

test('a cast counts once, also as a chain and around another one, and as const does not', () => {
  expect(figuresOf(longFile('const a = b as string'))).toEqual(['casts:1'])
  expect(figuresOf(longFile('const a = b as unknown as Record<string, never>'))).toEqual(['casts:1'])
  expect(figuresOf(longFile('const a = (b as string[])[0] as never'))).toEqual(['casts:1', 'casts:1'])
  expect(figuresOf(longFile("const a = ['b'] as const\nimport { c as d } from 'e'"))).toEqual([])
})

test('a file of 15 lines counts as tiny, one of 16 does not', () => {
  expect(figuresOf('a()\n'.repeat(15))).toEqual(['tinyFiles:1'])
  expect(figuresOf('a()\n'.repeat(16))).toEqual([])
})

test('a function counts when it has more than 80 and 120 lines, also a component in a constant', () => {
  expect(figuresOf(functionOf(80))).toEqual([])
  expect(figuresOf(functionOf(81))).toEqual(['longFunctions:1'])
  expect(figuresOf(functionOf(121))).toEqual(['longFunctions:1', 'hugeFunctions:1'])
})

test('a figure above its ceiling is named, one at it is not', () => {
  const { counts } = count([
    { file: 'a.ts', text: 'const a = b as string\n' },
    { file: 'b.ts', text: '' },
  ])
  expect(counts).toEqual({ casts: 1, tinyFiles: 2, longFunctions: 0, hugeFunctions: 0, lines: 1 })
  expect(compare(counts, counts).risen).toEqual([])
  expect(compare(counts, { ...counts, casts: 0, lines: 0 }).risen).toEqual(['casts', 'lines'])
})
