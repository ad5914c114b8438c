import { STORED_SECRET } from '#contract/admin/agreed-values.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { notFound } from '#server/platform/kernel/errors.ts'
import { parseFields } from '#server/platform/kernel/field-errors.ts'
import type { ServerPlugin } from '#server/platform/kernel/plugin.ts'
import { json } from '#server/platform/kernel/schema.ts'

/**
 * Switches a plugin on or off, or changes its configuration; omitted fields stay. Takes effect in every
 * process within two seconds. Called by the command line and the back office.
 * @param config replaces the stored configuration; validated by the plugin's own schema.
 * @throws 404 when no such plugin is installed; 422 with the errors by field when the configuration is
 * invalid.
 */
export async function writePlugin(
  db: Db | Tx,
  installed: readonly ServerPlugin[],
  change: { module_name: string; is_active?: boolean; config?: Record<string, unknown> },
) {
  const plugin = installed.find(({ definition }) => definition.module_name === change.module_name)
  if (!plugin) throw notFound(`No plugin called ${change.module_name} is installed`)
  return inTransaction(db, async (tx) => {
    const before = await tx
      .selectFrom('plugins')
      .select(['is_active', 'config'])
      .where('module_name', '=', change.module_name)
      .forUpdate()
      .executeTakeFirst()
    const config = parseFields(plugin.definition.config, change.config ?? before?.config ?? {})
    const after = { is_active: change.is_active ?? before?.is_active ?? false, config }
    const values = { is_active: after.is_active, config: json(after.config), updated_at: new Date() }
    await tx
      .insertInto('plugins')
      .values({ module_name: change.module_name, ...values })
      .onConflict((conflict) => conflict.column('module_name').doUpdateSet(values))
      .execute()
    await noteChange(tx, ['plugins'])
    return { module_name: change.module_name, ...after }
  })
}

/** A plugin's configuration with its secrets masked, for the command line, logs and the back office. */
export const maskedConfig = ({ definition }: ServerPlugin, config: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key,
      definition.secrets?.includes(key) && value !== '' && value !== null ? STORED_SECRET : value,
    ]),
  )
