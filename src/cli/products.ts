import type { Config } from '../server/platform/config/config.ts'
import { openStorage } from '../server/platform/storage/open-storage.ts'
import { runExport } from './export.ts'
import { runImport } from './import.ts'
import { openPlugins } from './open-plugins.ts'
import { say } from './print.ts'
import { withShop } from './with-database.ts'

/** `vitrine import FILE.csv [--dry-run]`: a running shop shows the imported products at once. */
export const importCommand = (argv: string[], config: Config) =>
  withShop(config, async ({ db }) =>
    runImport(
      {
        db,
        plugins: openPlugins(db, config),
        files: await openStorage(config),
        storeUrl: config.storeUrl,
        print: say,
        progress: overwrite,
      },
      argv,
    ),
  )

/** `vitrine export [FILE.csv]`: messages go to standard error, since the CSV may go to standard output. */
export const exportCommand = (argv: string[], config: Config) =>
  withShop(config, ({ db }) =>
    runExport(
      {
        db,
        storeUrl: config.storeUrl,
        print: (line) => process.stderr.write(`${line}\n`),
        output: process.stdout,
      },
      argv,
    ),
  )

/** On a terminal each line overwrites the last one; elsewhere it is appended. */
const overwrite = (line: string) =>
  void process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
