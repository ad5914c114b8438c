import { z } from 'zod'
import { STORED_SECRET } from '#contract/admin/agreed-values.ts'
import type { adminPluginsEndpoints, PluginRecord, PluginRow } from '#contract/admin/settings/settings.ts'
import { requireRecentProof } from '#server/people/staff/start-staff-session.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import type { ServerPlugin } from '#server/platform/kernel/plugin.ts'
import { maskedConfig, writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { readPluginRows } from '#server/shop/plugins/registry.ts'
import { versionOf } from '../record-version.ts'
import { unknownPlugin } from '../refusals.ts'
import { saveRecord } from '../save-record.ts'

type Context = Pick<Services, 'plugins'> & { db: Db | Tx }
type Config = Record<string, unknown>

export const adminPluginsHandlers: Handlers<typeof adminPluginsEndpoints> = {
  async list(_input, { db, plugins }) {
    const rows = await readPluginRows(db)
    return {
      plugins: plugins.installed.map((plugin) => {
        const row = rows.find(({ module_name }) => module_name === plugin.definition.module_name)
        return rowOf(plugin, row?.is_active ?? false, row?.config ?? {})
      }),
    }
  },

  get: ({ id }, call) => readPlugin(call, id),

  async update({ id: name, version, is_active, values }, call) {
    const plugin = requirePlugin(call, name)
    const secrets = (plugin.definition.secrets ?? []).filter(
      (key) => values?.[key] !== undefined && values[key] !== STORED_SECRET,
    )
    const saved = await saveRecord(call, {
      type: 'plugin',
      id: name,
      label: 'Plugin',
      version,
      read: (db) => readPlugin({ ...call, db }, name),
      logged: (record) => ({ is_active: record.is_active, ...record.values }),
      async write(tx) {
        const stored = await storedConfig(tx, name)
        const changed = secrets.filter((key) => values?.[key] !== (stored[key] ?? ''))
        if (changed.length > 0) requireRecentProof(call)
        const preserved = Object.fromEntries(
          Object.entries(values ?? {}).filter(([, value]) => value !== STORED_SECRET),
        )
        await writePlugin(tx, call.plugins.installed, {
          module_name: name,
          ...(is_active !== undefined && { is_active }),
          ...(values && { config: { ...stored, ...preserved } }),
        })
      },
    })
    return say(messageOf(plugin.definition.title, is_active), saved)
  },
}

const messageOf = (title: string, is_active: boolean | undefined) =>
  is_active === undefined ? `${title} saved` : `${title} is ${is_active ? 'on' : 'off'}`

function requirePlugin({ plugins }: Pick<Services, 'plugins'>, name: string): ServerPlugin {
  const plugin = plugins.installed.find(({ definition }) => definition.module_name === name)
  if (!plugin) throw unknownPlugin(name)
  return plugin
}

async function storedConfig(db: Db | Tx, name: string): Promise<Config> {
  const row = await db
    .selectFrom('plugins')
    .select('config')
    .where('module_name', '=', name)
    .executeTakeFirst()
  return row?.config ?? {}
}

async function readPlugin({ db, plugins }: Context, name: string): Promise<PluginRecord> {
  const plugin = requirePlugin({ plugins }, name)
  const row = (await readPluginRows(db)).find(({ module_name }) => module_name === name)
  const stored = row?.config ?? {}
  const config = plugin.definition.config.safeParse(stored)
  const is_active = row?.is_active ?? false
  return {
    ...rowOf(plugin, is_active, stored),
    // The version covers the secrets, which the values do not show.
    version: versionOf({ is_active, stored }),
    values: maskedConfig(plugin, config.success ? config.data : stored),
    schema: schemaOf(plugin),
  }
}

function rowOf({ definition }: ServerPlugin, is_active: boolean, stored: Config): PluginRow {
  const { module_name, title, description, config, consent, csp } = definition
  const parsed = config.safeParse(stored)
  const sources = (parsed.success && csp?.(parsed.data)) || {}
  return {
    name: module_name,
    title,
    description,
    is_active,
    consent: consent && consent.group === 'optional' ? consent.name : null,
    sources: Object.entries(sources).map(([directive, origins]) => `${directive} ${origins.join(' ')}`),
  }
}

function schemaOf({ definition }: ServerPlugin): Config {
  const schema = z.toJSONSchema(definition.config, { io: 'input', unrepresentable: 'any' })
  for (const key of definition.secrets ?? []) {
    const property = schema.properties?.[key]
    if (typeof property === 'object') property.widget = 'secret'
  }
  return schema
}
