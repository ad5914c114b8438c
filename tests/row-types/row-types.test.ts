import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { declaredStatements } from '#server/platform/db/prepared.ts'
import { checkRows } from './check-rows.ts'
import { type DescribedColumn, describeStatement } from './describe-statement.ts'
import { readStatementSources, readStatements } from './statement-sources.ts'

const { pool } = await testDatabase()
const project = join(import.meta.dirname, '../..')

/** Statements with one mistake each, compiled with the others, so that a check that finds nothing fails. */
const mistaken = `
import { prepared } from './platform/db/prepared.ts'
export const statements = [
  prepared<{ id: number; slug: string; name: string }>('fits', 'select id, slug, name from products'),
  prepared<{ id: string }>('wrong type', 'select id from products'),
  prepared<{ brand_id: number }>('null not declared', 'select brand_id from products'),
  prepared<{ id: number | null }>('never null', 'select id from products'),
  prepared<{ id: number; sku: string }>('not selected', 'select id from products'),
  prepared<{ id: number }>('not declared', 'select id, name from products'),
]
`
const mistakenText: Record<string, string> = {
  fits: 'select id, slug, name from products',
  'wrong type': 'select id from products',
  'null not declared': 'select brand_id from products',
  'never null': 'select id from products',
  'not selected': 'select id from products',
  'not declared': 'select id, name from products',
}

test('every prepared statement declares the row type that the database describes', async () => {
  const sources = await readStatementSources(project)
  for (const { file } of sources) await import(join(project, file))
  const texts = new Map([...declaredStatements()].map(([text, name]) => [name, text]))
  const named = sources.flatMap(({ calls }) => calls.map(({ name }) => name))
  expect(named.length).toBeGreaterThan(150)
  expect(named.filter((name) => !texts.has(name))).toEqual([])
  expect([...texts.keys()].filter((name) => !named.includes(name))).toEqual([])

  const described = new Map<string, DescribedColumn[]>()
  const client = await pool.connect()
  try {
    for (const [name, text] of [...texts, ...Object.entries(mistakenText)])
      described.set(name, await describeStatement(client, text))
  } finally {
    client.release()
  }
  const errors = await checkRows(
    project,
    [...sources, readStatements('src/server/mistaken-statements.ts', mistaken)],
    described,
  )

  const isPlanted = (error: string) => error.startsWith('src/server/mistaken-statements.ts')
  expect(errors.filter((error) => !isPlanted(error))).toEqual([])
  expect(errors.filter(isPlanted).map((error) => /\{.*\}|\{[^}]*/s.exec(error)?.[0])).toEqual([
    expect.stringContaining('is declared as'),
    expect.stringContaining('may be null'),
    expect.stringContaining('is never null'),
    expect.stringContaining('is declared, but not selected'),
    expect.stringContaining('is selected, but not declared'),
  ])
  // Compiles the whole server: more than five minutes on two cores with a load of 35.
}, 900_000)

test('readStatements refuses a statement whose name is not a literal', () => {
  const text =
    "import { prepared } from '../db/prepared.ts'\nexport const make = (name) => prepared(name, 'select 1')"
  expect(() => readStatements('src/server/x/make.ts', text)).toThrow('must be a literal string')
})
