import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'csv-parse/sync'
import {
  addRedirects,
  type RedirectInput,
  removeRedirect,
} from '../server/content/redirects/editing/write-redirect.ts'
import { type Change, commandLineActor, writeAudit } from '../server/platform/audit/audit-log.ts'
import type { Config } from '../server/platform/config/config.ts'
import { inTransaction } from '../server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '../server/platform/kernel/context.ts'
import { ShopError } from '../server/platform/kernel/errors.ts'
import { CommandError, say } from './print.ts'
import { withShop } from './with-database.ts'

type Context = { db: Db; config: Pick<Config, 'storeUrl'>; print: (line: string) => void }

/** `vitrine redirect …`: may run next to a running shop, which applies a change within two seconds. */
export const redirectCommand = (argv: string[], config: Config) =>
  withShop(config, ({ db }) => runRedirect({ db, config, print: say }, argv))

const USAGE = `Usage:
  redirect list
  redirect add FROM TO [--prefix] [--code 301|302|307|308]
                        TO is a path, or an address with https://. --prefix also redirects everything below FROM
  redirect remove FROM
  redirect import FILE.csv
                        columns from,to and optionally code,match (exact or prefix); all rows or none`

/** @returns the exit code: 2 when the command line itself is wrong. */
export async function runRedirect({ db, config, print }: Context, [verb, ...rest]: string[]) {
  if (verb === 'list' && rest.length === 0) {
    await list({ db, print })
    return 0
  }
  const input = verb === 'add' ? parseAdd(rest) : undefined
  if (input) {
    await explained(
      () =>
        inTransaction(db, async (tx) => {
          const [rule] = await addRedirects(tx, [input], { config })
          await audit(tx, 'redirect.create', input.from_path, { after: { ...rule } })
        }),
      () => '',
    )
    print(`${input.from_path} redirects to ${input.to_path}.`)
    return 0
  }
  const [name] = rest
  if (verb === 'remove' && name !== undefined && rest.length === 1) {
    await explained(
      () =>
        inTransaction(db, async (tx) => {
          const { to_path, code, match } = await removeRedirect(tx, name)
          await audit(tx, 'redirect.remove', name, { before: { to_path, code, match } })
        }),
      () => '',
    )
    print(`The redirect from ${name} is removed.`)
    return 0
  }
  if (verb === 'import' && name !== undefined && rest.length === 1) {
    const rows = readRules(name)
    // The first line has the names of the columns.
    const added = await explained(
      () =>
        inTransaction(db, async (tx) => {
          const added = await addRedirects(tx, rows, { config })
          await audit(tx, 'redirect.import', basename(name), { after: { redirects: added.length } })
          return added
        }),
      (at) => `Line ${Number(at) + 2}: `,
    )
    print(`${added.length} ${added.length === 1 ? 'redirect' : 'redirects'} imported.`)
    return 0
  }
  print(USAGE)
  return 2
}

const audit = (tx: Tx, action: string, id: string, change: Pick<Change, 'before' | 'after'>) =>
  writeAudit(tx, commandLineActor(), { action, record: { type: 'redirect', id }, ...change })

async function list({ db, print }: Pick<Context, 'db' | 'print'>) {
  const rules = await db.selectFrom('redirects').selectAll().orderBy('from_path').execute()
  for (const { from_path, to_path, code, match, hits, last_hit_at } of rules) {
    const from = match === 'prefix' ? `${from_path === '/' ? '' : from_path}/*` : from_path
    const used = last_hit_at ? `${hits} hits, last ${last_hit_at.toISOString()}` : 'not used yet'
    print(`${code}  ${from}  ->  ${to_path}  (${used})`)
  }
  if (rules.length === 0) print('There are no redirects.')
}

function parseAdd(argv: string[]): RedirectInput | undefined {
  const paths: string[] = []
  let match: RedirectInput['match'] = 'exact'
  let code = 301
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    if (word === '--prefix') match = 'prefix'
    else if (word === '--code') {
      at += 1
      code = Number(argv[at])
    } else paths.push(word)
  }
  const [from_path, to_path] = paths
  if (from_path === undefined || to_path === undefined || paths.length !== 2) return undefined
  return { from_path, to_path, match, code }
}

function readRules(file: string): RedirectInput[] {
  let rows: Record<string, string>[]
  try {
    rows = parse(readFileSync(file, 'utf8'), { columns: true, bom: true, trim: true, skip_empty_lines: true })
  } catch (error) {
    throw new CommandError(`${file} could not be read: ${error instanceof Error ? error.message : error}`)
  }
  return rows.map(({ from, to, code, match }, at) => {
    if (!from || !to) throw new CommandError(`Line ${at + 2}: the columns from and to are required`)
    if (match && match !== 'exact' && match !== 'prefix')
      throw new CommandError(`Line ${at + 2}: match is exact or prefix`)
    return {
      from_path: from,
      to_path: to,
      code: Number(code || 301),
      match: match === 'prefix' ? match : 'exact',
    }
  })
}

async function explained<Result>(work: () => Promise<Result>, prefixOf: (at: string) => string) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const problems = Object.entries(error.extra.errors ?? {})
    const lines = problems.flatMap(([at, texts]) => texts.map((text) => prefixOf(at) + text))
    throw new CommandError(lines.join('\n') || error.message)
  }
}
