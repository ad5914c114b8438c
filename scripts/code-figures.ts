import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { shippedFiles } from './shipped-files.ts'

const ceilingFile = join(import.meta.dirname, 'code-figures.json')

/** What is counted in the shipped code (`src` without tests), and what each counted place is called. */
export const figures = {
  casts: '`as` other than `as const`; a chain such as `as unknown as T` is one',
  tinyFiles: 'files of at most 15 lines',
  longFunctions: 'functions over 80 lines, comments inside and the functions around included',
  hugeFunctions: 'functions over 120 lines',
  lines: 'lines of TypeScript',
} as const

export type Figure = keyof typeof figures
export type Counts = Record<Figure, number>
/** Where something is counted; `lines` has no places. */
export type Place = { figure: Exclude<Figure, 'lines'>; file: string; line: number; lines?: number }

/** The lines of a file, and the places that count. */
export function countFile(file: string, text: string): { lines: number; places: Place[] } {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const lines = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  const places: Place[] = lines <= 15 ? [{ figure: 'tinyFiles', file, line: 1 }] : []
  const inChain = new Set<number>()

  function addFunction({ start, end }: { start: number; end: number }) {
    const line = lineAt(start)
    const long = lineAt(end) - line + 1
    if (long > 80) places.push({ figure: 'longFunctions', file, line, lines: long })
    if (long > 120) places.push({ figure: 'hugeFunctions', file, line, lines: long })
  }

  new Visitor({
    TSAsExpression({ start, end, expression, typeAnnotation }) {
      const isConst = text.slice(typeAnnotation.start, typeAnnotation.end) === 'const'
      // The outer cast of a chain is visited before the inner one, which begins where it does.
      if (!isConst && !inChain.has(end)) places.push({ figure: 'casts', file, line: lineAt(start) })
      if (!isConst && expression.type === 'TSAsExpression') inChain.add(expression.end)
    },
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
  }).visit(parseSync(file, text).program)
  return { lines, places }
}

/** The figures of all files. */
export function count(files: readonly { file: string; text: string }[]): { counts: Counts; places: Place[] } {
  const counted = files.map(({ file, text }) => countFile(file, text))
  const places = counted.flatMap((one) => one.places)
  const of = (figure: Figure) => places.filter((place) => place.figure === figure).length
  return {
    places,
    counts: {
      casts: of('casts'),
      tinyFiles: of('tinyFiles'),
      longFunctions: of('longFunctions'),
      hugeFunctions: of('hugeFunctions'),
      lines: counted.reduce((sum, { lines }) => sum + lines, 0),
    },
  }
}

/** One line for each figure, and those that are above their ceiling. */
export function compare(counts: Counts, ceilings: Counts): { report: string[]; risen: Figure[] } {
  const names = Object.keys(figures) as Figure[]
  return {
    report: names.map((name) => `${name} ${counts[name]} (at most ${ceilings[name]}): ${figures[name]}`),
    risen: names.filter((name) => counts[name] > ceilings[name]),
  }
}

/**
 * `npm run figures`: prints the figures, and fails when one has risen. `--list` names each place, `--lower` makes the present figures the
 * ceilings where they are lower. A ceiling is raised by hand only, with the reason in the commit.
 */
function main(options: readonly string[]): number {
  const root = dirname(import.meta.dirname)
  process.chdir(root)
  const files = shippedFiles().filter((file) => file.startsWith('src'))
  const { counts, places } = count(files.map((file) => ({ file, text: readFileSync(file, 'utf8') })))
  const ceilings: Counts = JSON.parse(readFileSync(ceilingFile, 'utf8'))
  const { report, risen } = compare(counts, ceilings)
  const shown = options.includes('--list')
    ? places
    : places.filter(({ figure }) => figure === 'hugeFunctions')
  for (const { figure, file, line, lines } of shown)
    console.log(`${file}:${line} ${figure}${lines ? ` ${lines}` : ''}`)
  for (const line of report) console.log(line)
  if (options.includes('--lower')) {
    const lower = Object.fromEntries(
      Object.entries(ceilings).map(([name, most]) => [name, Math.min(most, counts[name as Figure])]),
    )
    writeFileSync(ceilingFile, `${JSON.stringify(lower, null, 2)}\n`)
  }
  for (const name of risen)
    console.error(`${name} has risen from ${ceilings[name]} to ${counts[name]} (npm run figures -- --list)`)
  return risen.length > 0 ? 1 : 0
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2))
