import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { connectionConfig, type OpenDatabase, openDatabase } from '#server/platform/db/open.ts'
import { fillShop } from './fill-shop.ts'

/** A database server of this measurement alone, with a shop of so many products; gone afterwards. */
export async function withShopDatabase<Result>(
  { dataDir, products, say }: { dataDir: string; products: number; say: (line: string) => void },
  measure: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => {}, warn: say, error: say },
    internal: {
      settings: {
        ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '4GB' },
        ...{ shared_buffers: '512MB', work_mem: '256MB' },
      },
    },
  })
  try {
    const { config } = server
    await migrate({ config }, { folder: join(import.meta.dirname, '../../migrations') })
    const began = performance.now()
    const superuser = new pg.Client(connectionConfig({ config: { ...config, user: 'postgres' } }))
    await superuser.connect()
    try {
      await fillShop(superuser, { products, seed: 20_261_121 })
    } finally {
      await superuser.end()
    }
    say(`${products} products made in ${Math.round((performance.now() - began) / 1_000)} s`)
    const database = openDatabase({ config, statementTimeoutMs: 0 })
    try {
      return await measure(database)
    } finally {
      await database.close()
    }
  } finally {
    await server.stop()
  }
}
