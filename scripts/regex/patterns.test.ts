import { expect, test } from 'vitest'
import { builtPatterns } from './built-patterns.ts'
import { findGrowth } from './measure-growth.ts'
import { patternsIn, readPatterns } from './read-patterns.ts'
import { measuredPatterns, readAnalysed } from './verdicts.ts'

const patterns = readPatterns()
const measured = measuredPatterns(patterns)
const { linear, undecided, refuted } = readAnalysed()

test('no regular expression of the shop grows faster than the text that it reads', () => {
  const grown = measured.flatMap((pattern) => {
    const growth = findGrowth(pattern, refuted[pattern.text])
    return growth ? [`${pattern.text} in ${pattern.file}: ${JSON.stringify(growth)}`] : []
  })

  expect(grown).toEqual([])
})

test('every regular expression of the shop was analysed: npm run regex', () => {
  const known = new Set([...linear, ...undecided, ...Object.keys(refuted)])
  const current = new Set(measured.map(({ text }) => text))

  expect(measured.filter(({ text }) => !known.has(text)).map(({ text, file }) => `${file}: ${text}`)).toEqual(
    [],
  )
  expect([...known].filter((text) => !current.has(text))).toEqual([])
})

test('every regular expression that is built while the shop runs has its reason', () => {
  const files = new Set(patterns.built.map(({ file }) => file))

  expect([...files].filter((file) => !Object.hasOwn(builtPatterns, file))).toEqual([])
  expect(Object.keys(builtPatterns).filter((file) => !files.has(file))).toEqual([])
})

test.each([
  ['overlapping words around a sign', /[^\s"'()=,/@]+(?:@|%40)[^\s"'()=,/@]+\.[a-z]{2,}/gi],
  ['an end that is looked for from every start', /_+$/],
  ['a tag that never ends', /<[^>]*>/g],
  ['spaces on both sides of a line break', /\s*\n\s*/g],
  ['a repetition of repetitions', /^(?:a+)+$/],
])('the measurement finds %s', (_, { source, flags }) => {
  expect(findGrowth({ source, flags })).toBeDefined()
})

test.each([
  ['a literal', 'const a = text.replace(/a+$/g, "")', ['/a+$/g']],
  [
    'one in a class, a default and JSX',
    'class A { b = /b/; c(d = /d/u) { return <e f={/f/} /> } }',
    ['/b/', '/d/u', '/f/'],
  ],
  ['a constructor with texts', 'new RegExp("x+", "i"); RegExp("y")', ['/x+/i', '/y/']],
])('patterns are found in %s', (_, source, texts) => {
  expect(patternsIn('a.tsx', source).literal.map(({ text }) => text)).toEqual(texts)
})

test('a constructor with an expression is a built pattern', () => {
  const found = patternsIn('a.ts', 'const a = new RegExp(first + last)')

  expect(found.built).toEqual([{ file: 'a.ts', text: 'new RegExp(first + last)' }])
})
