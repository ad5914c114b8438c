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
    failedTests: [],
    flakyTests: [],
  })
  expect(playwrightCounts(report('{"stats":{"expected":7,"flaky":1,"unexpected":0}}'), false)).toEqual({
    passed: 8,
    failed: 0,
    failedTests: [],
    flakyTests: [],
  })
})

test('failed tests are named with their file', () => {
  const vitest = {
    numFailedTests: 1,
    testResults: [
      {
        name: 'cart.test.ts',
        assertionResults: [
          { fullName: 'adds', status: 'passed' },
          { fullName: 'removes', status: 'failed' },
        ],
      },
      { name: 'coupon.test.ts', status: 'failed', assertionResults: [] },
    ],
  }
  expect(vitestCounts(report(JSON.stringify(vitest)), true).failedTests).toEqual([
    'cart.test.ts: removes',
    'coupon.test.ts',
  ])
  const spec = {
    file: 'cart.spec.ts',
    title: 'removes',
    tests: [
      { projectName: 'desktop', status: 'expected' },
      { projectName: 'phone', status: 'unexpected' },
    ],
  }
  const playwright = {
    stats: { expected: 1, flaky: 0, unexpected: 1 },
    suites: [{ suites: [{ specs: [spec] }] }],
  }
  expect(playwrightCounts(report(JSON.stringify(playwright)), true).failedTests).toEqual([
    'cart.spec.ts (phone): removes',
  ])
})

test('a test that passed at the second attempt counts as passed and is named', () => {
  const tests = [{ projectName: 'phone', status: 'flaky' }]
  const suites = [{ specs: [{ file: 'cart.spec.ts', title: 'removes', tests }] }]
  const playwright = { stats: { expected: 0, flaky: 1, unexpected: 0 }, suites }
  expect(playwrightCounts(report(JSON.stringify(playwright)), false)).toEqual({
    passed: 1,
    failed: 0,
    failedTests: [],
    flakyTests: ['cart.spec.ts (phone): removes'],
  })
})

test('a failed run without a failed test counts as one failure', () => {
  expect(vitestCounts(report('{"numPassedTests":40,"numFailedTests":0}'), true)).toEqual({
    passed: 40,
    failed: 1,
    failedTests: [],
    flakyTests: [],
  })
})

test('a run without a report or without tests counts as one failure', () => {
  expect(vitestCounts(join(folder, 'none.json'), false)).toEqual({
    passed: 0,
    failed: 1,
    failedTests: [],
    flakyTests: [],
  })
  expect(playwrightCounts(report('{"stats":{"expected":0,"flaky":0,"unexpected":0}}'), false)).toEqual({
    passed: 0,
    failed: 1,
    failedTests: [],
    flakyTests: [],
  })
})
