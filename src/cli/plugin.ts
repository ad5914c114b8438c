import { text } from 'node:stream/consumers'
import { isRecord } from '#contract/rules/own-value.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { commandLineActor, writeAudit } from '../server/platform/audit/audit-log.ts'
import type { Config } from '../server/platform/config/config.ts'
import { inTransaction } from '../server/platform/db/retry-serialization.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import { ShopError } from '../server/platform/kernel/errors.ts'
import type { ServerPlugin } from '../server/platform/kernel/plugin.ts'
import { csvFile } from '../server/platform/text/csv.ts'
import { maskedConfig, writePlugin } from '../server/shop/plugins/editing/write-plugin.ts'
import { readPluginRows } from '../server/shop/plugins/registry.ts'
import { CommandError, say } from './print.ts'
import { withShop } from './with-database.ts'

type Context = {
  db: Db
  config: Config
  installed: readonly ServerPlugin[]
  print: (line: string) => void
}

/** `vitrine plugin …`: may run next to a running shop, where a change takes effect within two seconds. */
export const pluginCommand = (argv: string[], config: Config) =>
  withShop(config, ({ db }) => runPlugin({ db, config, installed: installedPlugins, print: say }, argv))

const USAGE = `Usage:
  plugin list                     installed plugins, whether they are on, and their configuration
  plugin on NAME [CONFIG-JSON]
  plugin off NAME
  plugin set NAME CONFIG-JSON     changes the fields given; the others stay
  plugin export NAME              prints what the plugin exports, as CSV`

/** @returns the exit code: 2 when the command line itself is wrong. */
export async function runPlugin(context: Context, [verb, name, json, ...rest]: string[]) {
  const { db, installed, print } = context
  if (verb === 'list' && name === undefined) {
    const rows = new Map((await readPluginRows(db)).map((row) => [row.module_name, row]))
    for (const plugin of installed) {
      const { module_name, title } = plugin.definition
      const row = rows.get(module_name)
      const config = maskedConfig(plugin, row?.config ?? {})
      print(`${row?.is_active ? 'on ' : 'off'}  ${module_name}  ${title}  ${JSON.stringify(config)}`)
    }
    if (installed.length === 0) print('No plugins are installed.')
    return 0
  }
  if (verb === 'export' && name !== undefined && json === undefined) {
    const plugin = installed.find(({ definition }) => definition.module_name === name)
    if (!plugin?.exportRows) throw new CommandError(`${name} exports nothing.`)
    const file = (await text(csvFile([await plugin.exportRows(context)]))).slice(1)
    for (const line of file.split('\r\n').slice(0, -1)) print(line)
    return 0
  }
  const isComplete =
    (verb === 'on' && name !== undefined) ||
    (verb === 'off' && name !== undefined && json === undefined) ||
    (verb === 'set' && name !== undefined && json !== undefined)
  if (!isComplete || rest.length > 0) {
    print(USAGE)
    return 2
  }
  const before = (await readPluginRows(db)).find((row) => row.module_name === name)
  const given = json === undefined ? {} : { config: { ...before?.config, ...parseConfig(json) } }
  const change = { module_name: name, ...given }
  try {
    await writeAudited({ db, installed }, verb === 'set' ? change : { ...change, is_active: verb === 'on' })
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const problems = Object.entries(error.extra.errors ?? {})
    throw new CommandError(
      problems.map(([field, texts]) => `${field}: ${texts.join('; ')}`).join('\n') || error.message,
    )
  }
  print(verb === 'set' ? `${name} is configured.` : `${name} is ${verb}.`)
  return 0
}

/** Writes a plugin with its entry in the audit log, which names the operating system's user. Secrets stay masked. */
const writeAudited = (
  { db, installed }: Pick<Context, 'db' | 'installed'>,
  change: Parameters<typeof writePlugin>[2],
) =>
  inTransaction(db, async (tx) => {
    const name = change.module_name
    const plugin = installed.find(({ definition }) => definition.module_name === name)
    const read = async () => {
      const row = (await readPluginRows(tx)).find(({ module_name }) => module_name === name)
      if (!row || !plugin) return null
      return { is_active: row.is_active, ...maskedConfig(plugin, row.config) }
    }
    const before = await read()
    await writePlugin(tx, installed, change)
    await writeAudit(tx, commandLineActor(), {
      action: 'plugin.update',
      record: { type: 'plugin', id: name },
      before,
      after: await read(),
    })
  })

function parseConfig(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    if (isRecord(value)) return value
  } catch {
    // Reported below, like every other value that is not an object.
  }
  throw new CommandError(`The configuration must be a JSON object such as '{"code":"123"}'`)
}
