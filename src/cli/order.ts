import type { Config } from '../server/platform/config/config.ts'
import { openPlugins } from './open-plugins.ts'
import { say } from './print.ts'
import { runOrder } from './run-order.ts'
import { withShop } from './with-database.ts'

/** `vitrine order …`: may run next to a running shop, whose pages show the changes at once. */
export const orderCommand = (argv: string[], config: Config) =>
  withShop(config, ({ db }) => runOrder({ db, config, plugins: openPlugins(db, config), print: say }, argv))
