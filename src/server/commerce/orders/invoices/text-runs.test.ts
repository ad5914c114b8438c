import { expect, test } from 'vitest'
import { inVisualOrder, runsOf } from './text-runs.ts'

const visual = (line: string) => inVisualOrder(line).map(({ text }) => text)

test('each script has its font, and marks stay with their letter', () => {
  expect(runsOf('Asha क्षितिज 12')).toEqual([
    { text: 'Asha', font: 'figtree', start: 0 },
    { text: ' ', font: 'figtree', start: 4 },
    { text: 'क्षितिज', font: 'devanagari', start: 5 },
    { text: ' ', font: 'figtree', start: 12 },
    { text: '12', font: 'figtree', start: 13 },
  ])
  const fonts = (text: string) => [...new Set(runsOf(text).map(({ font }) => font))]
  expect(fonts('தமிழ்')).toEqual(['tamil'])
  expect(fonts('محمد')).toEqual(['arabic'])
  expect(fonts('Đặng')).toEqual(['figtree', 'vietnamese'])
  expect(fonts('Łódź €12')).toEqual(['figtree'])
})

test('right-to-left words are placed from the right, with numbers and Latin words readable', () => {
  expect(visual('רחוב הרצל 15')).toEqual(['15', ' ', 'הרצל', ' ', 'רחוב'])
  expect(visual('Text: שלום עולם 2026')).toEqual(['Text:', ' ', '2026', ' ', 'עולם', ' ', 'שלום'])
})

test('brackets in right-to-left text are mirrored', () => {
  expect(visual('שרה (כהן) Levi')).toEqual(['Levi', ' ', '(', 'כהן', ')', ' ', 'שרה'])
})
