import { keepFresh } from '#server/platform/changes/keep-fresh.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import type { OrderMailBlock, PluginRegistry, ServerPlugin } from '#server/platform/kernel/plugin.ts'

type Row = { module_name: string; config: Record<string, unknown> }

/**
 * The plugins of this process. Which are active, and their configuration, is read from the database and again after
 * a change of the tag `plugins`: switching one takes effect in every process without a restart.
 */
export function createPluginRegistry(
  installed: readonly ServerPlugin[],
  { db, changes, log }: Pick<Services, 'db' | 'log'> & { changes: Pick<Services['changes'], 'subscribe'> },
): PluginRegistry {
  refuseDuplicates(installed)
  const state = keepFresh(() => readActive(installed, { db, log }), { changes, tags: ['plugins'] })

  /** Without cached state it is read in the transaction: the pool may have no second connection free. */
  const activeIn = async (tx: Db | Tx) => state.now() ?? (await readActive(installed, { db: tx, log }))

  return {
    installed,
    active: state.read,
    isActive: async (name) =>
      (await state.read()).some(({ plugin }) => plugin.definition.module_name === name),
    async runHooks(tx, name, payload) {
      if (installed.length === 0) return
      for (const { plugin, config } of await activeIn(tx)) {
        await plugin.hooks[name]?.(payload, { tx, config })
        const job = plugin.hookJobs[name]
        if (job) await enqueue(tx, job, payload)
      }
    },
    async readOrderMail(tx, cart) {
      const blocks: OrderMailBlock[] = []
      if (installed.length === 0) return blocks
      for (const { plugin, config } of await activeIn(tx)) {
        const block = await plugin.orderMail?.(cart, { tx, config })
        if (block) blocks.push(block)
      }
      return blocks
    },
    creditPlugin: async (tx) =>
      (await activeIn(tx)).find(({ plugin }) => plugin.holdsCredit)?.plugin.definition,
  }
}

/** A stored configuration that no longer matches its schema leaves the plugin inactive. */
async function readActive(
  installed: readonly ServerPlugin[],
  { db, log }: Pick<Services, 'db' | 'log'>,
): ReturnType<PluginRegistry['active']> {
  const rows = new Map((await activeRows.all(db)).map((row) => [row.module_name, row]))
  return installed.flatMap((plugin) => {
    const { module_name, config: schema } = plugin.definition
    const row = rows.get(module_name)
    if (!row) return []
    const config = schema.safeParse(row.config)
    if (config.success) return [{ plugin, config: config.data }]
    log.error({ plugin: module_name, problem: config.error.message }, 'plugin configuration is not valid')
    return []
  })
}

const activeRows = prepared<Row>('active plugins', 'select module_name, config from plugins where is_active')

function refuseDuplicates(installed: readonly ServerPlugin[]) {
  const names = installed.map(({ definition }) => definition.module_name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw new Error(`Two installed plugins are called ${twice}`)
}

/** A registry without plugins: for CLI commands and tests. */
export const noPlugins: PluginRegistry = {
  installed: [],
  active: async () => [],
  isActive: async () => false,
  runHooks: async () => {},
  readOrderMail: async () => [],
  creditPlugin: async () => undefined,
}

/** All plugins of the database, installed or not, with their stored configuration. */
export const readPluginRows = (db: Db | Tx) =>
  db.selectFrom('plugins').select(['module_name', 'is_active', 'config']).orderBy('module_name').execute()
