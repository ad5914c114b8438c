import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { joinEmbeddedPostgres } from '#server/platform/db/join-embedded-postgres.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { type Bench, type Row, whole } from '../figures.ts'
import { pinningNote } from '../processes/on-core.ts'
import { withShop } from '../shop-under-test.ts'
import { openClient } from './ask-staff.ts'
import { fillBackOffice } from './fill-back-office.ts'
import { type KnownRecords, knownSql, listRequests } from './list-requests.ts'
import { measureList, rowOfList } from './measure-lists.ts'
import { measurePacking, measurePriceChange } from './measure-price-change.ts'

/** Lists of the back office, packing and a price change, over HTTP with a session of staff, in a large shop. */
export const admin: Bench = {
  title: 'Back office of a large shop',
  rows: [],

  async run({ dataDir: folder, options, say }) {
    const dataDir = options.folder ?? join(folder, 'admin')
    mkdirSync(dataDir, { mode: 0o755, recursive: true })
    const size = {
      products: Number(options.products ?? 100_000),
      orders: Number(options.orders ?? 100_000),
      customers: Number(options.customers ?? 1_000_000),
    }
    const times = Number(options.times ?? 20)
    const token = await filledBackOffice({ dataDir, say }, size)
    const load = loadavg()[0]?.toFixed(1)
    return await withShop({ dataDir }, async (shop) => {
      const known = await readKnown(dataDir)
      const client = openClient({ port: shop.port, token })
      try {
        // The catalog index loads beside the first requests, and would slow them.
        while ((await client.get('/api/ready')).status !== 200) await sleep(500)
        const rows: Row[] = []
        for (const list of listRequests({ ...size, ...known })) {
          say(list.list)
          const measured = await measureList(client, list.requests, times)
          rows.push(rowOfList(list, measured))
        }
        say('packing')
        rows.push(await measurePacking(client))
        say('price change')
        rows.push(...(await measurePriceChange(shop, { client, brand: known.brand })))
        return {
          rows,
          notes: [
            `${whole(size.products)} products with two variations each, ${whole(size.orders)} orders with two items each, ${whole(size.customers)} customers, generated in SQL beside the demo shop. Embedded PostgreSQL as \`npm start\` runs it.`,
            `Each request ${times} times, one after the other over one connection, alternating with \`GET /api/admin/session\` (the reference: session and permissions, nothing else), first and deep pages, filters, orders and searches. Times are wall clock at a load average of ${load} when they began; the ratio is the median of the ratios of all requests.`,
            'A list meets its budget when 95 % of all its requests do and the median of each of them does.',
            `The price change runs in the process that answers requests, as under \`npm start\`. The listings are pages that the page cache does not have. ${pinningNote}`,
          ],
        }
      } finally {
        client.close()
      }
    })
  },
}

/** With `--folder FOLDER` the shop stays there, and later runs measure it again: filling takes minutes. */
async function filledBackOffice(
  context: Parameters<typeof fillBackOffice>[0],
  size: Parameters<typeof fillBackOffice>[1],
): Promise<string> {
  const file = join(context.dataDir, 'staff-session')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const token = await fillBackOffice(context, size)
  writeFileSync(file, token, { mode: 0o600 })
  return token
}

export async function readKnown(dataDir: string) {
  const { config } = await joinEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) })
  const { pool, close } = openDatabase({ config, statementTimeoutMs: 0 })
  try {
    const { rows } = await pool.query<KnownRecords>(knownSql)
    if (!rows[0]) throw new Error('The shop has no brand')
    return rows[0]
  } finally {
    await close()
  }
}
