import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { playwrightCounts, vitestCounts } from './test-counts.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-counts-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(text: string) {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, text)
  return file
}

test('passed and failed tests are counted', () => {
  expect(vitestCounts(report('{"numPassedTests":40,"numFailedTests":2}'), true)).toEqual({
    passed: 40,
    failed: 2,
  })
  expect(playwrightCounts(report('{"stats":{"expected":7,"flaky":1,"unexpected":0}}'), false)).toEqual({
    passed: 8,
    failed: 0,
  })
})

test('a run that failed without a failed test is a failure', () => {
  expect(vitestCounts(report('{"numPassedTests":40,"numFailedTests":0}'), true)).toEqual({
    passed: 40,
    failed: 1,
  })
})

test('a run that left no report, or ran nothing, is a failure', () => {
  expect(vitestCounts(join(folder, 'none.json'), false)).toEqual({ passed: 0, failed: 1 })
  expect(playwrightCounts(report('{"stats":{"expected":0,"flaky":0,"unexpected":0}}'), false)).toEqual({
    passed: 0,
    failed: 1,
  })
})
