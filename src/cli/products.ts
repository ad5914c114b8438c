import { join } from 'node:path'
import type { Config } from '../server/config/config.ts'
import { runExport } from './export.ts'
import { runImport } from './import.ts'
import { say } from './print.ts'
import { withDatabase } from './with-database.ts'

/** `vitrine import FILE.csv [--dry-run]`: a running shop shows what came in at once. */
export const importCommand = (argv: string[], config: Config) =>
  withDatabase(config, ({ db }) =>
    runImport(
      {
        db,
        mediaDir: join(config.dataDir, 'media'),
        storeUrl: config.storeUrl,
        print: say,
        progress: overwrite,
      },
      argv,
    ),
  )

/** `vitrine export [FILE.csv]`: what is said goes beside the file's own way out. */
export const exportCommand = (argv: string[], config: Config) =>
  withDatabase(config, ({ db }) =>
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

/** On a terminal the line is written over, elsewhere it is one of many. */
const overwrite = (line: string) =>
  void process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
