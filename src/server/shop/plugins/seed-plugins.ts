import { sql } from 'kysely'
import { noteDemo } from '#server/platform/db/note-seeded.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { ServerPlugin } from '#server/platform/kernel/plugin.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { writePlugin } from './editing/write-plugin.ts'

/**
 * Writes each plugin's demo data and demo configuration to the demo shop, once and in one transaction per plugin;
 * also of a plugin that is installed later. Other shops stay unchanged.
 */
export async function seedPlugins(db: Db, installed: readonly ServerPlugin[]): Promise<void> {
  for (const plugin of installed) {
    if (!plugin.seed && !plugin.demo) continue
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = 0`.execute(tx)
      await sql`select pg_advisory_xact_lock(hashtext('vitrine demo shop'))`.execute(tx)
      const { module_name } = plugin.definition
      const marker = `demo_plugin_seeded:${module_name}`
      const keys = await tx
        .selectFrom('settings')
        .select('key')
        .where('key', 'in', ['demo_seeded', marker])
        .execute()
      if (keys.length !== 1 || keys[0]?.key !== 'demo_seeded') return
      await seedWithPages(tx, plugin)
      const isConfigured = await tx
        .selectFrom('plugins')
        .select('module_name')
        .where('module_name', '=', module_name)
        .executeTakeFirst()
      if (plugin.demo && !isConfigured)
        await writePlugin(tx, installed, { module_name, is_active: true, config: plugin.demo.config })
      await tx
        .insertInto('settings')
        .values({ key: marker, value: json(true) })
        .execute()
    })
  }
}

/** Runs a plugin's seed, and remembers the pages that it adds as demo data. */
async function seedWithPages(tx: Tx, { seed }: ServerPlugin) {
  if (!seed) return
  const before = await tx.selectFrom('pages').select('id').execute()
  await seed(tx)
  const after = await tx.selectFrom('pages').select('id').execute()
  const known = new Set(before.map(({ id }) => id))
  await noteDemo(
    tx,
    'pages',
    after.flatMap(({ id }) => (known.has(id) ? [] : id)),
  )
}
