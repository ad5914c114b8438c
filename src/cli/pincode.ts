import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'csv-parse/sync'
import { commandLineActor, writeAudit } from '../server/platform/audit/audit-log.ts'
import type { Config } from '../server/platform/config/config.ts'
import { inTransaction } from '../server/platform/db/retry-serialization.ts'
import type { Db } from '../server/platform/kernel/context.ts'
import { ShopError } from '../server/platform/kernel/errors.ts'
import { importPincodes, type PincodeLine } from '../server/shop/settings/editing/import-pincodes.ts'
import { CommandError, say } from './print.ts'
import { withShop } from './with-database.ts'

type Context = { db: Db; print: (line: string) => void }

/** `vitrine pincode …`: may run next to a running shop, which applies a change within two seconds. */
export const pincodeCommand = (argv: string[], config: Config) =>
  withShop(config, ({ db }) => runPincode({ db, print: say }, argv))

const USAGE = `Usage:
  pincode import FILE.csv [--country CODE] [--replace]
                        columns pincode,min_days,max_days and optionally region,state,cod,serviceable (yes or no);
                        pincode is one pincode, a prefix (560) or a range (560001-560099). All lines or none.
                        --replace also deletes the areas that the file does not name`

/** @returns the exit code: 2 when the command line itself is wrong. */
export async function runPincode({ db, print }: Context, [verb, ...rest]: string[]) {
  const input = verb === 'import' ? parseArguments(rest) : undefined
  if (!input) {
    print(USAGE)
    return 2
  }
  const { file, ...options } = input
  try {
    const lines = readLines(file)
    const areas = await inTransaction(db, async (tx) => {
      const areas = await importPincodes(tx, options, lines)
      await writeAudit(tx, commandLineActor(), {
        action: 'pincode.import',
        record: { type: 'pincode', id: basename(file) },
        after: { areas, ...options },
      })
      return areas
    })
    print(`${areas} delivery ${areas === 1 ? 'area' : 'areas'} imported.`)
    return 0
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const problems = Object.entries(error.extra.errors ?? {})
    // The first line has the names of the columns.
    const texts = problems.map(
      ([at, found]) => (at === 'country' ? '' : `Line ${Number(at) + 2}: `) + found.join('; '),
    )
    throw new CommandError(texts.join('\n') || error.message)
  }
}

function parseArguments(argv: string[]) {
  const files: string[] = []
  let country = 'IN'
  let removesOthers = false
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    if (word === '--replace') removesOthers = true
    else if (word === '--country') {
      at += 1
      country = (argv[at] ?? '').toUpperCase()
    } else if (word.startsWith('--')) return undefined
    else files.push(word)
  }
  const [file] = files
  return file !== undefined && files.length === 1 ? { file, country, removesOthers } : undefined
}

function readLines(file: string): PincodeLine[] {
  try {
    return parse(readFileSync(file, 'utf8'), { columns: true, bom: true, trim: true, skip_empty_lines: true })
  } catch (error) {
    throw new CommandError(`${file} could not be read: ${error instanceof Error ? error.message : error}`)
  }
}
