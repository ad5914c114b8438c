import { installedPlugins } from '#plugins/installed.server.ts'
import type { Config } from '../server/platform/config/config.ts'
import { ShopError } from '../server/platform/kernel/errors.ts'
import { openStorage } from '../server/platform/storage/open-storage.ts'
import { CommandError, say } from './print.ts'
import { withShop } from './with-database.ts'

/** The commands of the installed plugins, active or not. */
export const pluginCommands = () => installedPlugins.flatMap(({ commands = {} }) => Object.entries(commands))

/** A command of a plugin; undefined for an unknown name. It may run next to a running shop. */
export function findPluginCommand(name: string) {
  const [, command] = pluginCommands().find(([known]) => known === name) ?? []
  if (!command) return undefined
  const load = async () => (argv: string[], config: Config) =>
    withShop(config, async ({ db }) => {
      const files = await openStorage(config)
      return command.run({ db, config, files, print: say }, argv).catch((error: unknown) => {
        throw error instanceof ShopError ? new CommandError(error.message) : error
      })
    })
  return { about: command.about, load }
}
