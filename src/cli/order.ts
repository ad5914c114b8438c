import type { Config } from '../server/config/config.ts'
import { say } from './print.ts'
import { runOrder } from './run-order.ts'
import { withDatabase } from './with-database.ts'

/** `vitrine order …`: works beside a running shop, whose pages show what was done at once. */
export const orderCommand = (argv: string[], config: Config) =>
  withDatabase(config, ({ db }) => runOrder({ db, config, print: say }, argv))
