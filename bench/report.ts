import type { BenchResult, Row } from './figures.ts'

export type Section = { name: string; title: string; command: string; run: string } & BenchResult

const head = `# Benchmarks

Written by \`npm run bench\`; each part by the command that it names. A speed counts as a ratio to a reference that was measured in
turn with it in the same run; figures of different runs must not be compared. Bytes and counts are exact.
`

/**
 * The report with this part in it: in place of the part of the same name, or at the end. Other parts stay as they are.
 * @param before the report as it was; empty when there was none
 */
export function putSection(before: string, section: Section): string {
  const text = markdownOf(section)
  const [from, to] = marksOf(section.name)
  const start = before.indexOf(from)
  const end = before.indexOf(to, start)
  if (start < 0 || end < 0)
    return `${before.trim() === '' ? head : before.trimEnd()}\n\n${text}\n`.replace(/\n{3,}/g, '\n\n')
  return before.slice(0, start) + text + before.slice(end + to.length)
}

function markdownOf({ name, title, command, run, rows, notes }: Section): string {
  const [from, to] = marksOf(name)
  const lines = rows.map((row) => `| ${cellsOf(row).map(escapeCell).join(' | ')} |`)
  return [
    from,
    `## ${title}`,
    '',
    `\`${command}\` · ${run}`,
    '',
    `| ${headings.join(' | ')} |`,
    `|${headings.map(() => '---').join('|')}|`,
    ...lines,
    '',
    ...notes.map((note) => `- ${note}`),
    '',
    to,
  ].join('\n')
}

/** The same as a table for the terminal. */
export function tableOf(rows: readonly Row[]): string {
  const table = [[...headings], ...rows.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)))
  return table
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const headings = ['#', 'What', 'Ours', 'Reference', 'Ratio', 'By the clock', 'Budget', 'Met']

const cellsOf = ({ row, what, ours, reference, ratio, clock, budget, met }: Row): string[] => [
  row === undefined ? '' : String(row),
  what,
  ours,
  reference ?? '',
  ratio === undefined ? '' : ratio.toFixed(2),
  clock ?? '',
  budget ?? '',
  met === undefined ? '' : met ? 'yes' : 'NOT MET',
]

const escapeCell = (text: string) => text.replaceAll('|', '\\|')

const marksOf = (name: string) => [`<!-- bench: ${name} -->`, `<!-- end of ${name} -->`] as const
