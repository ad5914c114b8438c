import { expect, test } from 'vitest'
import { partOf } from '#harness/plugins-choice.ts'
import { putSection, type Section, tableOf } from './report.ts'

const section = (name: string, ours: string): Section => ({
  name,
  title: `The ${name}`,
  command: `npm run bench -- ${name}`,
  run: 'today',
  rows: [{ row: 4, what: 'home', ours, reference: '100/s', ratio: 0.5, budget: 'ratio ≥ 0.80', met: false }],
  notes: ['a note'],
})

test('putSection replaces the figures of the same section and keeps the others', () => {
  const both = putSection(putSection('', section('cache', '50/s')), section('cart', '60/s'))

  const again = putSection(both, section('cache', '70/s'))

  expect(again).not.toContain('50/s')
  expect(again.indexOf('70/s')).toBeLessThan(again.indexOf('60/s'))
  expect(again.match(/^# Benchmarks$/gm)).toHaveLength(1)
  expect(putSection(again, section('cache', '50/s'))).toBe(both)
})

test('putSection leaves text between parts unchanged', () => {
  const before = '# Benchmarks\n\nBy hand.\n\n<!-- bench: catalogue -->\nrows\n<!-- end of catalogue -->\n'

  expect(putSection(before, section('cache', '50/s')).startsWith(before.trimEnd())).toBe(true)
})

test('a missed budget is marked in the report and on the terminal', () => {
  expect(putSection('', section('cache', '50/s'))).toContain(
    '| 4 | home | 50/s | 100/s | 0.50 |  | ratio ≥ 0.80 | NOT MET |',
  )
  expect(tableOf(section('cache', '50/s').rows)).toContain('NOT MET')
})

test('notes wrap at 100 characters and stay one list item each', () => {
  const word = 'placeholder'
  const report = putSection('', {
    ...section('cache', '50/s'),
    notes: [Array(30).fill(word).join(' '), 'short'],
  })

  const lines = report.split('\n').filter((line) => line.includes(word) && !line.startsWith('|'))
  expect(lines.every((line) => line.length <= 100)).toBe(true)
  expect(lines.map((line) => line.slice(0, 2))).toEqual(['- ', ...lines.slice(1).map(() => '  ')])
  expect(lines.join(' ').match(/placeholder/g)).toHaveLength(30)
  expect(report).toContain('\n- short\n')
})

test('each choice of plugins has a part of its own, and another choice is refused', () => {
  expect(partOf('weight', 'Weight', {})).toEqual({ name: 'weight', title: 'Weight' })
  expect(partOf('weight', 'Weight', { plugins: 'all' })).toEqual({
    name: 'weight, plugins all',
    title: 'Weight, every plugin active',
  })
  expect(() => partOf('weight', 'Weight', { plugins: 'some' })).toThrow(/all or none/)
})
