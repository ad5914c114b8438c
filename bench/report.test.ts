import { expect, test } from 'vitest'
import { putSection, type Section, tableOf } from './report.ts'

const section = (name: string, ours: string): Section => ({
  name,
  title: `The ${name}`,
  command: `npm run bench -- ${name}`,
  run: 'today',
  rows: [{ row: 4, what: 'home', ours, reference: '100/s', ratio: 0.5, budget: 'ratio ≥ 0.80', met: false }],
  notes: ['a note'],
})

test('a part that is measured again replaces its former figures and leaves the others', () => {
  const both = putSection(putSection('', section('cache', '50/s')), section('cart', '60/s'))

  const again = putSection(both, section('cache', '70/s'))

  expect(again).not.toContain('50/s')
  expect(again.indexOf('70/s')).toBeLessThan(again.indexOf('60/s'))
  expect(again.match(/^# Benchmarks$/gm)).toHaveLength(1)
  expect(putSection(again, section('cache', '50/s'))).toBe(both)
})

test('what somebody else wrote into the report stays', () => {
  const before = '# Benchmarks\n\nBy hand.\n\n<!-- bench: catalogue -->\nrows\n<!-- end of catalogue -->\n'

  expect(putSection(before, section('cache', '50/s')).startsWith(before.trimEnd())).toBe(true)
})

test('a budget that is not met says so, in the report and on the terminal', () => {
  expect(putSection('', section('cache', '50/s'))).toContain(
    '| 4 | home | 50/s | 100/s | 0.50 |  | ratio ≥ 0.80 | NOT MET |',
  )
  expect(tableOf(section('cache', '50/s').rows)).toContain('NOT MET')
})
