import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createBackup } from '../server/operations/backup/create-backup.ts'
import type { Config } from '../server/platform/config/config.ts'
import { errorMessage } from '../server/platform/kernel/errors.ts'
import { CommandError, createProgress, say } from './print.ts'
import { connectDatabase, requireDataFolder } from './with-database.ts'

const usage = 'Usage: npm run vitrine -- backup FILE [--with-secrets]'

/** `vitrine backup FILE`: may run next to a running shop, whose database is neither migrated nor changed. */
export async function backupCommand(argv: string[], config: Config): Promise<number> {
  const { file, withSecrets } = readArguments(argv)
  requireDataFolder(config)
  const onProgress = createProgress()
  const { connection, stop } = await connectDatabase(config)
  try {
    const { rows, files, bytes } = await createBackup({ connection, config, file, withSecrets, onProgress })
    say(`Written to ${file}: ${rows} rows, ${files} files, ${(bytes / 1e6).toFixed(1)} MB.`)
    say(
      withSecrets
        ? 'It contains the secrets of the shop: protect it like the shop itself.'
        : `It contains no secrets. Keep a copy of them elsewhere (${config.databaseUrl ? 'VITRINE_TOKEN_SECRET, VITRINE_PASSWORD_PEPPER' : join(config.dataDir, 'secrets.json')}): a restore needs them.`,
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
      options: { 'with-secrets': { type: 'boolean', default: false } },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new CommandError(usage)
    return { file: resolve(file), withSecrets: values['with-secrets'] }
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${errorMessage(error)}\n${usage}`)
  }
}
