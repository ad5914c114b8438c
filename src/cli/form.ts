import type { Config } from '../server/platform/config/config.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import { CommandError, say } from './print.ts'
import { withShop } from './with-database.ts'

type Context = { db: Db; print: (line: string) => void }

/** `vitrine form …`: may run next to a running shop. */
export const formCommand = (argv: string[], config: Config) =>
  withShop(config, ({ db }) => runForm({ db, print: say }, argv))

const USAGE = `Usage:
  form list                 forms with the number of their submissions
  form submissions FORM     the newest 50 submissions of a form`

/** @returns the exit code: 2 when the command line itself is wrong. */
export async function runForm({ db, print }: Context, [verb, slug, ...rest]: string[]) {
  if (verb === 'list' && slug === undefined) {
    for (const { form_slug, name, submissions } of await countSubmissions(db))
      print(`${form_slug.padEnd(20)} ${String(submissions).padStart(6)}  ${name}`)
    return 0
  }
  if (verb === 'submissions' && slug !== undefined && rest.length === 0) {
    await printSubmissions({ db, print }, slug)
    return 0
  }
  print(USAGE)
  return 2
}

/** Forms in the database, and those that plugins define as soon as they have submissions. */
async function countSubmissions(db: Db) {
  const forms = await db.selectFrom('forms').select(['slug', 'name']).orderBy('id').execute()
  const counts = await db
    .selectFrom('form_submissions')
    .select((eb) => [
      'form_slug',
      eb.fn.max('form_name').as('name'),
      eb.fn.countAll<number>().as('submissions'),
    ])
    .groupBy('form_slug')
    .orderBy('form_slug')
    .execute()
  const known = new Set(counts.map(({ form_slug }) => form_slug))
  const unused = forms.filter(({ slug }) => !known.has(slug))
  return [...counts, ...unused.map(({ slug, name }) => ({ form_slug: slug, name, submissions: 0 }))]
}

async function printSubmissions({ db, print }: Context, slug: string) {
  const rows = await db
    .selectFrom('form_submissions')
    .select(['id', 'values', 'created_at'])
    .where('form_slug', '=', slug)
    .orderBy('id', 'desc')
    .limit(50)
    .execute()
  if (rows.length === 0 && !(await countSubmissions(db)).some(({ form_slug }) => form_slug === slug))
    throw new CommandError(`No form is called ${slug}. "form list" shows all of them.`)
  for (const { id, values, created_at } of rows) {
    print(`${id}  ${created_at.toISOString()}`)
    for (const { label, value } of values) print(`  ${label}: ${value.replaceAll('\n', '\n    ')}`)
  }
}
