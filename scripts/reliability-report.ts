import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownList, markdownTable, putPart } from './put-part.ts'

const report = join(import.meta.dirname, '../docs/reliability.md')

const head = `# Reliability

What happens when processes and services fail, and whether the checks would detect a bug. Each part
is written by the command that it names when it runs; \`npm test\` runs a slice of the first two.
`

export type ReliabilityPart = {
  name: string
  title: string
  command: string
  /** Time, machine and commit of the run. */
  run: string
  headings: readonly string[]
  rows: readonly (readonly string[])[]
  notes: readonly string[]
}

/** Replaces a part of `docs/reliability.md`. */
export function writeReliability({ name, title, command, run, headings, rows, notes }: ReliabilityPart) {
  const before = existsSync(report) ? readFileSync(report, 'utf8') : ''
  const text = [
    `## ${title}`,
    '',
    `\`${command}\` · ${run}`,
    '',
    markdownTable(headings, rows),
    '',
    markdownList(notes),
  ].join('\n')
  writeFileSync(report, putPart(before, head, { kind: 'reliability', name, text }))
}
