import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable, putPart } from './put-part.ts'

const report = join(import.meta.dirname, '../docs/reliability.md')

const head = `# Reliability

What happens when things fail, and whether what looks for it would find it. Each part is written by the command that it names,
when it was run last; \`npm test\` runs a slice of the first two.
`

export type ReliabilityPart = {
  name: string
  title: string
  command: string
  /** When, on what, of which commit. */
  run: string
  headings: readonly string[]
  rows: readonly (readonly string[])[]
  notes: readonly string[]
}

/** Writes a part of `docs/reliability.md` anew. */
export function writeReliability({ name, title, command, run, headings, rows, notes }: ReliabilityPart) {
  const before = existsSync(report) ? readFileSync(report, 'utf8') : ''
  const text = [
    `## ${title}`,
    '',
    `\`${command}\` · ${run}`,
    '',
    markdownTable(headings, rows),
    '',
    ...notes.map((note) => `- ${note}`),
  ].join('\n')
  writeFileSync(report, putPart(before, head, { kind: 'reliability', name, text }))
}
