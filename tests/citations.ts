import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const project = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(project, file), 'utf8')

/** The documents that source files cite, by the name that they cite them with, in lower case. */
const cited: Readonly<Record<string, Part>> = {
  spec: documentOf('docs/spec.md'),
  specification: documentOf('docs/spec.md'),
  decisions: documentOf('docs/design/wire-contract.md'),
  security: documentOf('docs/design/security.md'),
  ux: documentOf('docs/design/screens.md'),
  performance: documentOf('docs/design/performance.md'),
  plugins: documentOf('docs/design/plugins.md'),
  architecture: documentOf('docs/design/architecture.md'),
  'back office': documentOf('docs/design/back-office.md'),
}
const records = new Set(readdirSync(join(project, 'docs/adr')).map((file) => file.slice(0, 4)))
/** Migrations are never edited, so they cite the numbers that the records had when they were written. */
const formerRecords = new Set(
  [...read('docs/adr/README.md').matchAll(/^\| (\d{4}) \|/gm)].map(([, number = '']) => number),
)

/** A document or a section of it, with the sections below. */
type Part = { title: string; text: string; parts: Part[] }

/** One broken citation, as `file:line: reason`. */
type Found = { at: number; reason: string }

/** A section's number after its document's name, which may be some words before: `spec §2 (guards), §6`. */
const SECTION =
  /\b(RFC [\d ]+|XML 1\.0|WebVTT|spec(?:ification)?|decisions|security)\b|§\s?(\d+)(?:\.(\d+))?(?:(?:,| of)? ?["`]([^"`]+)["`])?/gi
/** The title of a section or row: `UX "Checkout: address" 1`. */
const TITLE = /\b(UX|plugins|architecture|back office),? "([^"]+)"(?: (\d+))?/gi
const ROW = /\bperformance,? rows? (\d+)/gi
const RECORD = /\bADRs? (\d+(?:(?:, |\/| and | or | to |–)\d{4}\b)*)/g
const UNTITLED = /\bUX\b(?!,? ")|(?<![\w/-])(?:decisions|ux|performance|language|wire-contract)\.md\b/g

/** The document's name counts for the sections that follow it within this many characters. */
const NAME_REACH = 160

/**
 * Finds citations of documents and decision records that do not resolve to a heading, numbered point, row or record.
 *
 * @returns one line per citation, with file and line
 */
export function findBrokenCitations(file: string, text: string): string[] {
  const { prose, lineAt } = flatten(text)
  const found = [
    ...brokenSections(prose),
    ...brokenTitles(prose),
    ...brokenRows(prose),
    ...brokenRecords(prose, file.endsWith('.sql') ? records.union(formerRecords) : records),
    ...(file.endsWith('.md') ? [] : untitled(prose)),
  ]
  return found.map(({ at, reason }) => `${file}:${lineAt(at)}: ${reason}`)
}

/** Joins the lines, because a citation may continue on the next line of a comment. */
function flatten(text: string) {
  const starts: number[] = []
  let prose = ''
  for (const line of text.split('\n')) {
    starts.push(prose.length)
    prose += `${line.trim().replace(/^(?:\*(?!\*)|--|\/\/)\s*/, '')} `
  }
  return { prose, lineAt: (at: number) => starts.findLastIndex((start) => start <= at) + 1 }
}

function brokenSections(prose: string): Found[] {
  const found: Found[] = []
  let name: { text: string; end: number } | undefined
  for (const { index, 0: all, 1: document, 2: number, 3: point, 4: title } of prose.matchAll(SECTION)) {
    if (document) {
      name = { text: document.toLowerCase(), end: index + document.length }
      continue
    }
    if (!name || index - name.end > NAME_REACH) {
      found.push({ at: index, reason: `${all} names no document` })
      continue
    }
    name.end = index + all.length
    const cites = cited[name.text]
    if (!cites) continue
    const section = cites.parts.flatMap(withParts).find((part) => part.title.startsWith(`${number}. `))
    if (!section) found.push({ at: index, reason: `${name.text} has no section ${number}` })
    else if (point && !hasPoint(section, point))
      found.push({ at: index, reason: `${name.text} has no point ${number}.${point}` })
    else if (title && !plain(section.text).includes(plain(title)))
      found.push({ at: index, reason: `${name.text} §${number} does not contain "${title}"` })
  }
  return found
}

function brokenTitles(prose: string): Found[] {
  return [...prose.matchAll(TITLE)].flatMap(({ index, 1: name = '', 2: title = '', 3: point }) => {
    const document = cited[name.toLowerCase()] as Part
    const section = withParts(document).find((part) => plain(part.title) === plain(title))
    if (!section && !rowsOf(document).includes(plain(title)))
      return [{ at: index, reason: `${name} has no section or row "${title}"` }]
    if (point && !(section && hasPoint(section, point)))
      return [{ at: index, reason: `${name} "${title}" has no point ${point}` }]
    return []
  })
}

const untitled = (prose: string): Found[] =>
  [...prose.matchAll(UNTITLED)].map(({ index, 0: name }) => ({
    at: index,
    reason: `${name} is cited without the title of a section in quotation marks`,
  }))

const brokenRows = (prose: string): Found[] =>
  [...prose.matchAll(ROW)]
    .filter(([, row = '']) => !rowsOf(cited.performance as Part).includes(row))
    .map(({ index, 0: all }) => ({ at: index, reason: `${all} does not exist` }))

const brokenRecords = (prose: string, known: ReadonlySet<string>): Found[] =>
  [...prose.matchAll(RECORD)].flatMap(({ index, 1: numbers = '' }) =>
    (numbers.match(/\d+/g) ?? [])
      .filter((number) => !known.has(number))
      .map((number) => ({ at: index, reason: `ADR ${number} does not exist` })),
  )

function documentOf(file: string): Part {
  const document: Part = { title: basename(file, '.md'), text: read(file), parts: [] }
  const open: { level: number; part: Part }[] = [{ level: 1, part: document }]
  for (const line of document.text.split('\n')) {
    const [, marks, title] = /^(##+) (.+)/.exec(line) ?? []
    if (marks && title) {
      while ((open.at(-1)?.level ?? 0) >= marks.length) open.pop()
      const part: Part = { title, text: '', parts: [] }
      open.at(-1)?.part.parts.push(part)
      open.push({ level: marks.length, part })
    }
    for (const { part } of open.slice(1)) part.text += `${line}\n`
  }
  return document
}

const withParts = (part: Part): Part[] => [part, ...part.parts.flatMap(withParts)]
const hasPoint = ({ text }: Part, point: string) => new RegExp(`^${point}\\. `, 'm').test(text)
/** The first cells of the tables. */
const rowsOf = ({ text }: Part) => [...text.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => plain(cell))
const plain = (text: string) =>
  text
    .replace(/[*`\s]+/g, ' ')
    .trim()
    .toLowerCase()
