import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportShopify } from '../server/catalog/importing/export-shopify.ts'
import type { Db } from '../server/platform/kernel/context.ts'

export type ExportServices = {
  db: Db
  storeUrl: string
  print(line: string): void
  /** Destination of the CSV when no file is named. */
  output: Writable
}

/**
 * `vitrine export [FILE.csv]`: writes the catalog as Shopify's product CSV to the file (completely or not at all) or
 * to the standard output. Returns the exit code.
 */
export async function runExport(
  { db, storeUrl, print, output }: ExportServices,
  argv: readonly string[],
): Promise<number> {
  const [file, ...more] = argv
  if (more.length > 0 || file?.startsWith('-')) {
    print('Usage: npm run vitrine -- export [FILE.csv]')
    return 2
  }
  if (!file) {
    for await (const piece of exportShopify({ db, storeUrl }))
      if (!output.write(piece)) await once(output, 'drain')
    return 0
  }
  const part = `${file}.${randomUUID()}.part`
  try {
    await pipeline(Readable.from(exportShopify({ db, storeUrl })), createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  print(`Written to ${file}`)
  return 0
}
