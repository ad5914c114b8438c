import { readFileSync } from 'node:fs'
import {
  configurationKeys,
  configurationSchema,
  readConfiguration,
  writeConfigurationValues,
} from '../server/content/storefront/configuration.ts'
import { groupOfKey } from '../server/content/storefront/setting-groups.ts'
import { commandLineActor, writeAudit } from '../server/platform/audit/audit-log.ts'
import type { Config } from '../server/platform/config/config.ts'
import { inTransaction } from '../server/platform/db/retry-serialization.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import { ShopError } from '../server/platform/kernel/errors.ts'
import { CommandError, say } from './print.ts'
import { withShop } from './with-database.ts'

type Context = { db: Db; config: Config; print: (line: string) => void }

/** `vitrine settings …`: may run next to a running shop, which shows a change within two seconds. */
export const settingsCommand = (argv: string[], config: Config) =>
  withShop(config, ({ db }) => runSettings({ db, config, print: say }, argv))

const USAGE = `Usage:
  settings list                 all keys with their values
  settings get KEY[.FIELD]      one value
  settings set KEY[.FIELD] VALUE
                                text, or JSON for numbers, switches and objects: true, 30, '{"meta_title":"…"}'
  settings set KEY[.FIELD] --file FILE
                                the content of a file, such as a stylesheet for custom_css`

/** @returns the exit code: 2 when the command line itself is wrong. */
export async function runSettings({ db, config, print }: Context, [verb, path, ...rest]: string[]) {
  if (verb === 'list' && path === undefined) {
    const values = await readConfiguration({ db, config })
    const width = Math.max(...configurationKeys.map((key) => key.length))
    for (const key of configurationKeys) print(`${key.padEnd(width)}  ${JSON.stringify(values[key])}`)
    return 0
  }
  if (verb === 'get' && path !== undefined && rest.length === 0) {
    const [key = '', ...fields] = path.split('.')
    requireKey(key)
    const values = await readConfiguration({ db, config })
    const value = valueAt(values[key], fields, path)
    print(typeof value === 'string' ? value : JSON.stringify(value))
    return 0
  }
  const isFile = rest.length === 2 && rest[0] === '--file'
  if (verb === 'set' && path !== undefined && (rest.length === 1 || isFile)) {
    const [key = '', ...fields] = path.split('.')
    requireKey(key)
    const [text = '', file = ''] = rest
    const given = isFile ? readText(file) : text
    const current = fields.length > 0 ? (await readConfiguration({ db, config }))[key] : undefined
    const candidates = [parseJson(given), given].filter((value) => value !== undefined)
    // `30` is a number for cart_expire_days and text for store_name: the schema decides.
    const value =
      candidates.map((one) => withField(current, fields, one, path)).find((one) => fits(key, one)) ??
      withField(current, fields, candidates[0], path)
    const { warnings } = await explainRefusal(() =>
      writeAudited({ db, config }, { [key]: value }, { id: groupOfKey(key) ?? key }),
    )
    print(`${path} is set.`)
    for (const warning of warnings) print(`Warning: ${warning}.`)
    return 0
  }
  print(USAGE)
  return 2
}

/**
 * Sets several keys, or none, with one entry in the audit log, which names the operating system's user.
 *
 * @param id of the record in the audit log: the group of the settings, or the theme.
 */
export const writeAudited = (
  { db, config }: Pick<Context, 'db' | 'config'>,
  values: Readonly<Record<string, unknown>>,
  { id, action = 'settings.update' }: { id: string; action?: string },
) =>
  inTransaction(db, async (tx) => {
    const read = async () => {
      const all = await readConfiguration({ db: tx, config })
      return Object.fromEntries(Object.keys(values).map((key) => [key, all[key]]))
    }
    const before = await read()
    const written = await writeConfigurationValues({ db: tx, config }, values)
    const isNewPassword = typeof values.store_password === 'string'
    await writeAudit(tx, commandLineActor(), {
      action,
      record: { type: 'settings', id },
      before,
      after: { ...(await read()), ...(isNewPassword && { store_password: 'replaced' }) },
    })
    return written
  })

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file} could not be read: ${error instanceof Error ? error.message : error}`)
  }
}

function requireKey(key: string) {
  if (configurationKeys.includes(key)) return
  const near = configurationKeys.filter((known) => known.includes(key.replace(/^enable_|^is_/, '')))
  const hint = near.length > 0 && key.length > 2 ? ` Similar: ${near.slice(0, 5).join(', ')}.` : ''
  throw new CommandError(`Unknown setting ${key}.${hint} "settings list" shows all of them.`)
}

/** Runs a write; a refusal becomes a message for the operator. */
export async function explainRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const errors = Object.entries(error.extra.errors ?? {})
    const problems = errors.map(([key, texts]) => `${key} was not changed: ${texts.join('; ')}`)
    throw new CommandError(problems.join('\n') || error.message)
  }
}

const fits = (key: string, value: unknown) => configurationSchema(key)?.safeParse(value).success === true

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function valueAt(value: unknown, fields: string[], path: string): unknown {
  return fields.reduce((part, field) => {
    const found = Object.entries(part ?? {}).find(([name]) => name === field)
    if (typeof part !== 'object' || !found) throw new CommandError(`${path} not found.`)
    return found[1]
  }, value)
}

/** A copy of `whole` in which the field at the path has the value. */
function withField(whole: unknown, [field, ...deeper]: string[], value: unknown, path: string): unknown {
  if (field === undefined) return value
  const part = valueAt(whole, [field], path)
  return { ...(typeof whole === 'object' && whole), [field]: withField(part, deeper, value, path) }
}
