import { readFileSync } from 'node:fs'

/** What a step's tests came to. */
export type Counts = {
  passed: number
  failed: number
  /** `file: title` of each failed test, and files that did not load. */
  failedTests: string[]
  /** Tests that passed at the second attempt only. */
  flakyTests: string[]
}

export const sum = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  failedTests: [...a.failedTests, ...b.failedTests],
  flakyTests: [...a.flakyTests, ...b.flakyTests],
})

/** Test counts of Vitest's JSON report. A run that failed otherwise (a file that does not load) counts as one failure. */
export const vitestCounts = (report: string, hasFailed: boolean): Counts =>
  countsOf<VitestReport>(report, hasFailed, ({ numPassedTests, numFailedTests, testResults = [] }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    failedTests: testResults.flatMap(({ name, status, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed')
      const isUnloaded = status === 'failed' && failed.length === 0
      return isUnloaded ? [name] : failed.map(({ fullName }) => `${name}: ${fullName}`)
    }),
    flakyTests: [],
  }))

/** Test counts of Playwright's JSON report. */
export const playwrightCounts = (report: string, hasFailed: boolean): Counts =>
  countsOf<PlaywrightReport>(report, hasFailed, ({ stats, suites = [] }) => ({
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected,
    failedTests: suites.flatMap((suite) => testsWith('unexpected', suite)),
    flakyTests: suites.flatMap((suite) => testsWith('flaky', suite)),
  }))

type VitestReport = {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: { name: string; status?: string; assertionResults: { fullName: string; status: string }[] }[]
}

type PlaywrightReport = {
  stats?: { expected: number; flaky: number; unexpected: number }
  suites?: Suite[]
}

type Suite = {
  specs?: { file: string; title: string; tests: { projectName: string; status: string }[] }[]
  suites?: Suite[]
}

const testsWith = (wanted: 'unexpected' | 'flaky', { specs = [], suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName }) => `${file} (${projectName}): ${title}`),
  ),
  ...suites.flatMap((suite) => testsWith(wanted, suite)),
]

function countsOf<Report>(
  file: string,
  hasFailed: boolean,
  read: (report: Partial<Report>) => Omit<Counts, 'passed' | 'failed'> & { passed?: number; failed?: number },
): Counts {
  const { passed = 0, failed = 0, ...tests } = read(readReport<Report>(file))
  // A run without tests proves nothing.
  const isBad = hasFailed || passed + failed === 0
  return { passed, failed: isBad ? Math.max(failed, 1) : failed, ...tests }
}

function readReport<Report>(file: string): Partial<Report> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // It ended before writing the report, so no test passed.
    return {}
  }
}
