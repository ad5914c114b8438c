import { readHeaders, splitStatements } from './migration-files.ts'

/**
 * Finds parts of a migration that would break processes of the previous release, or block a busy shop, and are not
 * declared at the top of the file. Two releases share the database during a deploy, so a migration only adds
 * ("expand"); unused columns are removed a release later ("contract"). CONTRIBUTING, "A database migration"; ADR
 * 0011.
 */
export function findMigrationProblems(sql: string): string[] {
  const { isTransactional, minRelease } = readHeaders(sql)
  if (!isTransactional) return splitStatements(sql).flatMap(problemsOfUntransacted)
  const statements = toStatements(sql)
  const created = new Set(
    statements.map((statement) => /^create table (?:if not exists )?([\w.]+)/.exec(statement)?.[1]),
  )
  const isNew = (table: string | undefined) => created.has(table)
  const breaking = statements.flatMap((statement) => breakingParts(statement, isNew))
  const blocking = statements.flatMap((statement) => blockingParts(statement, isNew))
  const isContract = minRelease !== undefined && /^--\s*contract:\s*\S+\s+\S/m.test(sql)
  return [
    ...(isContract
      ? []
      : breaking.map(
          (part) => `breaks the previous release: ${part}; declare "-- contract: <oldest release> <why>"`,
        )),
    ...(/^--\s*blocking:\s*\S/m.test(sql)
      ? []
      : blocking.map(
          (part) =>
            `blocks the table's writers: ${part}; see "-- no-transaction", or declare "-- blocking: <why>"`,
        )),
  ]
}

const idempotent =
  /^(create (unique )?index concurrently if not exists|drop index concurrently if exists|reindex (index|table) concurrently|alter type \S+ add value if not exists|analyze|vacuum)\b/i

function problemsOfUntransacted(statement: string): string[] {
  const flat = statement.replace(/\s+/g, ' ')
  return idempotent.test(flat) ? [] : [`runs without a transaction but is not idempotent: ${shorten(flat)}`]
}

/** Removes comments and the contents of strings; lower case, one line per statement. */
const toStatements = (sql: string) =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')

const breakingClauses: RegExp[] = [
  /^drop (?!constraint|default|not null|expression|identity)/,
  /^rename /,
  /^alter (column )?\S+ (set data )?type /,
  /^alter (column )?\S+ set not null/,
  /^alter (column )?\S+ drop default/,
  /^add (constraint|check|unique|primary key|foreign key|exclude)\b/,
]

function breakingParts(statement: string, isNew: (table: string | undefined) => boolean): string[] {
  if (
    /^drop (table|view|materialized view|type|domain|function|procedure|sequence|schema|extension)\b/.test(
      statement,
    )
  )
    return [shorten(statement)]
  if (/^alter (type|view|sequence|function) .* (rename|drop)\b/.test(statement)) return [shorten(statement)]
  const unique = /^create unique index (?:if not exists )?\S+ on (?:only )?([\w.]+)/.exec(statement)
  if (unique && !isNew(unique[1])) return [shorten(statement)]
  const { table, clauses } = alterTable(statement)
  if (isNew(table)) return []
  return clauses
    .filter((clause) => breakingClauses.some((pattern) => pattern.test(clause)) || addsRequiredColumn(clause))
    .map(shorten)
}

const addsRequiredColumn = (clause: string) =>
  /^add (column )?/.test(clause) &&
  /\bnot null\b/.test(clause) &&
  !/\bdefault\b|\bgenerated\b|serial\b/.test(clause)

function blockingParts(statement: string, isNew: (table: string | undefined) => boolean): string[] {
  const index = /^create (?:unique )?index (?:if not exists )?\S+ on (?:only )?([\w.]+)/.exec(statement)
  if (index && !isNew(index[1])) return [shorten(statement)]
  const { table, clauses } = alterTable(statement)
  if (isNew(table)) return []
  return clauses
    .filter(
      (clause) =>
        /^add (constraint|check|foreign key)\b/.test(clause) && /\b(check|foreign key)\b/.test(clause),
    )
    .filter((clause) => !clause.endsWith('not valid'))
    .map(shorten)
}

/** The clauses of `alter table t add …, drop …`; none for other statements. */
function alterTable(statement: string): { table?: string; clauses: string[] } {
  const [, table, rest] = /^alter table (?:if exists )?(?:only )?([\w."]+) (.*)$/.exec(statement) ?? []
  if (table === undefined || rest === undefined) return { clauses: [] }
  // Commas inside parentheses belong to types, checks and column lists.
  let depth = 0
  const parts = ['']
  for (const character of rest) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return { table, clauses: parts.map((part) => part.trim()) }
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 77)}…` : text)
