import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TimedTest = { title: string; isPassed: boolean; seconds: number }

type Report = {
  testResults: { assertionResults: { title: string; status: string; duration?: number }[] }[]
}

/** Runs test files with Vitest under these variables. @returns no test when the run ended before its report */
export async function runTimedTests(
  args: readonly string[],
  env: Record<string, string>,
): Promise<TimedTest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-tests-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args, ...reporters], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  await once(child, 'exit')
  try {
    const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
    return testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed' || status === 'failed')
        .map(({ title, status, duration = 0 }) => ({
          title,
          isPassed: status === 'passed',
          seconds: duration / 1_000,
        })),
    )
  } catch {
    return []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
