import { markdownList, markdownTable, putPart } from '../scripts/put-part.ts'
import type { BenchResult, Row } from './figures.ts'

export type Section = { name: string; title: string; command: string; run: string } & BenchResult

const head = `# Benchmarks

Written by \`npm run bench\`, each part by the command that it names. Speeds are ratios to a reference
that was measured alternately with ours in the same run; figures of different runs are not
comparable. Bytes and counts are exact.
`

/** Inserts a part into the report. @param before the current report; empty when there is none */
export const putSection = (before: string, section: Section): string =>
  putPart(before, head, { kind: 'bench', name: section.name, text: markdownOf(section) })

const markdownOf = ({ title, command, run, rows, notes }: Section): string =>
  [
    `## ${title}`,
    '',
    `\`${command}\` · ${run}`,
    '',
    markdownTable(headings, rows.map(cellsOf)),
    '',
    markdownList(notes),
    '',
  ].join('\n')

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

const headings = ['#', 'What', 'Ours', 'Reference', 'Ratio', 'Wall clock', 'Budget', 'Met']

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
