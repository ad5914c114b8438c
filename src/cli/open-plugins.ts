import { installedPlugins } from '#plugins/installed.server.ts'
import type { Config } from '../server/platform/config/config.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import { createPluginRegistry } from '../server/shop/plugins/registry.ts'
import { createLog } from './log.ts'

/** The plugins of a command. It does not follow changes: hooks read the active plugins in their transaction. */
export const openPlugins = (db: Db, config: Config) =>
  createPluginRegistry(installedPlugins, {
    db,
    log: createLog(config),
    changes: { subscribe: () => () => {} },
  })
