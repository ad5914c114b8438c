import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { partOf } from '#harness/plugins-choice.ts'
import { ensureBuilt } from '../scripts/build.ts'
import { benches, chooseBenches } from './benches.ts'
import type { Bench } from './figures.ts'
import { describeRun } from './machine.ts'
import { makeDataDir } from './make-data-dir.ts'
import { stopAllProcesses } from './processes/start-process.ts'
import { putSection, tableOf } from './report.ts'

const report = join(import.meta.dirname, '../docs/benchmarks.md')
const say = (line: string) => void process.stdout.write(`${line}\n`)

process.exitCode = await main(process.argv.slice(2))

/**
 * `npm run bench`, `npm run bench -- cache cart`, `npm run bench -- 4 10`: measures, prints, and replaces each part of
 * `docs/benchmarks.md` when it is complete. A missed budget does not fail the command.
 */
async function main(argv: string[]): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    say(
      `Usage: npm run bench -- [NAME …] [--products N] [--plugins all|none] …\nNames: ${Object.keys(benches).join(', ')}`,
    )
    return 0
  }
  const { words, options } = readArguments(argv)
  const chosen = chooseBenches(words)
  await ensureBuilt({ onProgress: say })
  const dataDir = makeDataDir()
  let isInterrupted = false
  process.once('SIGINT', () => {
    isInterrupted = true
    void stopAllProcesses()
  })
  const failed: string[] = []
  try {
    for (const [name, bench] of chosen) {
      if (isInterrupted) return 130
      if (!(await measure(name, bench, { dataDir, options }))) failed.push(name)
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  if (failed.length > 0) say(`\nNot measured: ${failed.join(', ')}`)
  return failed.length > 0 ? 1 : 0
}

async function measure(
  name: string,
  bench: Bench,
  context: { dataDir: string; options: Record<string, string> },
): Promise<boolean> {
  say(`\n${bench.title}`)
  const run = describeRun(new Date())
  const words = Object.entries(context.options).flatMap(([option, value]) => [`--${option}`, value])
  const command = ['npm run bench --', name, ...words].join(' ')
  try {
    const result = await bench.run({ ...context, say: (step) => say(`  … ${step}`) })
    say(`\n${tableOf(result.rows)}`)
    const before = existsSync(report) ? readFileSync(report, 'utf8') : ''
    writeFileSync(
      report,
      putSection(before, { ...partOf(name, bench.title, context.options), command, run, ...result }),
    )
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}

/** `--products 1000` is an option, everything else a word. */
function readArguments(argv: readonly string[]) {
  const words: string[] = []
  const options: Record<string, string> = {}
  const rest = argv.values()
  for (const argument of rest) {
    if (argument.startsWith('--')) options[argument.slice(2)] = rest.next().value ?? ''
    else words.push(argument)
  }
  return { words, options }
}
