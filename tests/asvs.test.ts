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
  expect(forced.map(({ id }) => id)).toEqual(['V6.2.1', 'V6.3.3', 'V6.5.4', 'V6.6.1'])
})
