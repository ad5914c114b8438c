import { readFileSync } from 'node:fs'

export type Counts = { passed: number; failed: number }

export const sum = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
})

/** How many tests Vitest's JSON report tells of. A run that failed otherwise (a file that does not load) counts as one failure. */
export const vitestCounts = (report: string, hasFailed: boolean): Counts =>
  countsOf(report, hasFailed, ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests])

/** The same of Playwright's. */
export const playwrightCounts = (report: string, hasFailed: boolean): Counts =>
  countsOf(report, hasFailed, ({ stats }) => [
    (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    stats?.unexpected ?? 0,
  ])

type Report = {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; flaky: number; unexpected: number }
}

function countsOf(
  report: string,
  hasFailed: boolean,
  read: (report: Report) => (number | undefined)[],
): Counts {
  const [passed = 0, failed = 0] = read(readReport(report))
  // A run without a single test has not shown anything.
  const isBad = hasFailed || passed + failed === 0
  return { passed, failed: isBad ? Math.max(failed, 1) : failed }
}

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // It ended before it could report: no test has passed.
    return {}
  }
}
