import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'

type Row = { id: string; level: string; requirement: string; state: string; shown_by: string; note: string }

const project = new URL('../', import.meta.url)
const rows: Row[] = parse(readFileSync(new URL('docs/asvs.csv', project), 'utf8'), { columns: true })
const of = (state: string) => rows.filter((row) => row.state === state)

test('docs/asvs.csv lists every ASVS 5.0 requirement of levels 1 and 2 exactly once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
  expect(rows.filter(({ level }) => level === '2')).toHaveLength(183)
})

test('docs/asvs.csv names an existing file for each met requirement and a reason for each other one', () => {
  const files = [...new Set(rows.flatMap(({ shown_by }) => shown_by.split(' ').filter(Boolean)))]
  expect(files.filter((file) => !existsSync(new URL(file, project)))).toEqual([])
  expect(of('met').filter(({ shown_by }) => shown_by === '')).toEqual([])
  expect([...of('part'), ...of('gap'), ...of('n/a')].filter(({ note }) => note === '')).toEqual([])
  const states = ['met', 'part', 'gap', 'operator', 'n/a']
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([])
})

test('docs/asvs.csv states the mitigation of each gap that the specification forces', () => {
  const forced = of('gap').filter(({ note }) => note.includes('Mitigation:'))
  expect(forced.map(({ id }) => id)).toEqual([
    ...['V3.3.1', 'V3.3.3', 'V6.2.1', 'V6.3.3', 'V6.5.4', 'V6.6.1', 'V14.2.1'],
  ])
})

test('level 1 is met but for what the specification forces, and level 2 to 95 percent', () => {
  const isForced = ({ state, note }: Row) => state === 'gap' && note.includes('Mitigation:')
  const applicable = rows.filter((row) => !isForced(row) && !['n/a', 'operator'].includes(row.state))
  const unmet = (level: string) =>
    applicable.filter((row) => row.level === level && row.state !== 'met').map(({ id }) => id)
  expect(unmet('1')).toEqual([])
  const ofLevel2 = applicable.filter(({ level }) => level === '2')
  expect(1 - unmet('2').length / ofLevel2.length).toBeGreaterThanOrEqual(0.95)
})

test('a row that a test shows has a test among its files', () => {
  const documents = of('met').filter(({ shown_by }) => !/\.(test|spec)\.ts\b/.test(shown_by))
  // What only asks for documentation, or for what the code itself says.
  expect(documents.map(({ id }) => id)).toEqual(['V2.1.3', 'V6.1.3', 'V7.2.3', 'V8.1.2', 'V15.1.1'])
})
