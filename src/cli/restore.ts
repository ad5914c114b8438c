import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installedPlugins } from '#plugins/installed.server.ts'
import { restoreBackup } from '../server/operations/backup/restore-backup.ts'
import type { Config } from '../server/platform/config/config.ts'
import { errorMessage } from '../server/platform/kernel/errors.ts'
import { schemaFolders } from '../server/shop/plugins/prepare-schema.ts'
import { CommandError, createProgress, say } from './print.ts'
import { connectDatabase } from './with-database.ts'

const usage = 'Usage: npm run vitrine -- restore FILE [--new-secrets]'

/** `vitrine restore FILE`: into the empty data folder or database of the configuration. */
export async function restoreCommand(argv: string[], config: Config): Promise<number> {
  const { file, acceptsNewSecrets } = readArguments(argv)
  let stop = async () => {}
  try {
    const report = await restoreBackup({
      config,
      file,
      acceptsNewSecrets,
      migrations: schemaFolders(installedPlugins),
      onProgress: createProgress(),
      async connect() {
        const database = await connectDatabase(config)
        stop = database.stop
        return database.connection
      },
    })
    say(`Restored the shop of ${report.createdAt}: ${report.rows} rows, ${report.files} files.`)
    say(
      'Customers log in again. Orders, payments and stock are those of that time: compare them with the payment providers.',
    )
    return 0
  } finally {
    await stop()
  }
}

function readArguments(argv: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { 'new-secrets': { type: 'boolean', default: false } },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new CommandError(usage)
    return { file: resolve(file), acceptsNewSecrets: values['new-secrets'] }
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${errorMessage(error)}\n${usage}`)
  }
}
