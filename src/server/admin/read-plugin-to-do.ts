import type { PluginToDo } from '#contract/admin/home.ts'
import type { Services } from '#server/platform/kernel/context.ts'

/** What waits for staff in the records of the active plugins. One that cannot be read is logged and left out. */
export async function readPluginToDo({
  db,
  plugins,
  log,
}: Pick<Services, 'db' | 'plugins' | 'log'>): Promise<PluginToDo[]> {
  const lists = await Promise.all(
    (await plugins.active()).map(async ({ plugin, config }) => {
      try {
        return (await plugin.readToDo?.(db, config)) ?? []
      } catch (error) {
        log.error({ err: error, plugin: plugin.definition.module_name }, 'the to-do list was not read')
        return []
      }
    }),
  )
  return lists.flat()
}
