import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeRun } from '../bench/machine.ts'
import { builtPatterns } from './regex/built-patterns.ts'
import { type Attack, attacksOn, findGrowth, sizes } from './regex/measure-growth.ts'
import { type Pattern, readPatterns } from './regex/read-patterns.ts'
import { type Analysed, analysedFile, measuredPatterns, readAnalysed } from './regex/verdicts.ts'
import { writeReliability } from './reliability-report.ts'

/**
 * `npm run regex [-- --all]`: analyses the regular expressions of the shipped code that are not in `analysed.json`, or all of them,
 * measures how they grow, and writes `docs/reliability.md`. The gate measures too, and wants every pattern analysed
 * (`regex/patterns.test.ts`). The analyser is installed for this run only. ADR 0008.
 */
async function main(argv: readonly string[]): Promise<number> {
  const run = describeRun(new Date())
  const patterns = measuredPatterns(readPatterns())
  const verdicts = argv.includes('--all') ? { linear: [], undecided: [], refuted: {} } : readAnalysed()
  const decided = new Set([...verdicts.linear, ...verdicts.undecided, ...Object.keys(verdicts.refuted)])
  const slow = analyse(
    patterns.filter(({ text }) => !decided.has(text)),
    verdicts,
  )
  writeAnalysed(verdicts, patterns)
  const grown = patterns.flatMap((pattern) => {
    const growth = findGrowth(pattern, verdicts.refuted[pattern.text])
    return growth ? [`${pattern.text} in ${pattern.file}: ${JSON.stringify(growth)}`] : []
  })
  for (const line of [...slow, ...grown]) console.error(line)
  if (slow.length + grown.length === 0) report(run, patterns)
  return slow.length + grown.length === 0 ? 0 : 1
}

type Verdict = {
  status: 'safe' | 'vulnerable' | 'unknown'
  complexity?: { summary: string }
  attack?: Attack & { pattern: string }
}

type Analyser = { checkSync(source: string, flags: string, options: object): Verdict }

const TIMEOUT_MS = 30_000

/** Adds the patterns to the verdicts. Returns those that are slow, with the attack. */
function analyse(patterns: readonly Pattern[], verdicts: Analysed): string[] {
  if (patterns.length === 0) return []
  const { checkSync } = installAnalyser()
  return patterns.flatMap((pattern) => {
    const { text, source, flags, file } = pattern
    const { status, complexity, attack } = checkSync(source, flags, { timeout: TIMEOUT_MS })
    if (status !== 'vulnerable' || !attack) verdicts[status === 'safe' ? 'linear' : 'undecided'].push(text)
    else if (findGrowth(pattern, attack))
      return [`${text} in ${file}: ${complexity?.summary}, ${attack.pattern}`]
    else verdicts.refuted[text] = { pumps: attack.pumps, suffix: attack.suffix }
    return []
  })
}

/** The build of JavaScript alone: its optional packages are programs of 50 MB. */
function installAnalyser(): Analyser {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-regex-'))
  try {
    cpSync(join(import.meta.dirname, 'regex/analyser'), folder, { recursive: true })
    execFileSync('npm', ['ci', '--omit=optional', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' })
    return createRequire(join(folder, 'package.json'))('recheck/lib/browser.js') as Analyser
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeAnalysed({ linear, undecided, refuted }: Analysed, patterns: readonly Pattern[]) {
  const current = new Set(patterns.map(({ text }) => text))
  const ofNow = (texts: readonly string[]) => [...new Set(texts)].filter((text) => current.has(text)).sort()
  const verdicts: Analysed = {
    linear: ofNow(linear),
    undecided: ofNow(undecided),
    refuted: Object.fromEntries(ofNow(Object.keys(refuted)).map((text) => [text, refuted[text] as Attack])),
  }
  writeFileSync(analysedFile, `${JSON.stringify(verdicts, null, 2)}\n`)
}

function report(run: string, patterns: readonly Pattern[]) {
  const { linear, undecided, refuted } = readAnalysed()
  const attacks = patterns.reduce((sum, { source }) => sum + attacksOn(source).length, 0)
  const { dependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'regex/analyser/package.json'), 'utf8'),
  ) as { dependencies: { recheck: string } }
  writeReliability({
    name: 'regex',
    title: 'Regular expressions on hostile texts',
    command: 'npm run regex',
    run,
    headings: ['What', 'Figure'],
    rows: [
      ['Places in the shipped code', String(readPatterns().literal.length)],
      ['Different patterns, those built while running included', String(patterns.length)],
      ['No attack found by the analyser', String(linear.length)],
      ['Not decided by the analyser in 30 s, measured only', String(undecided.length)],
      [
        'Slow in the analyser’s model, linear on its attack in this engine',
        String(Object.keys(refuted).length),
      ],
      ['Attacks measured at 8 KB', String(attacks)],
      ['Patterns that grow faster than the text', '0'],
    ],
    notes: [
      `The analyser is recheck ${dependencies.recheck}. A pattern that takes 0.5 ms or more on an attack of 8 KB is measured at ${sizes.map((size) => `${size / 1024}`).join(', ')} KB, the fastest of five rounds in processor time: from 1 to 8 KB it may grow 24 times (linear is 8, quadratic 64).`,
      ...Object.entries(builtPatterns).map(([file, { because }]) => `Built in \`${file}\`: ${because}.`),
    ],
  })
}

process.exitCode = await main(process.argv.slice(2))
