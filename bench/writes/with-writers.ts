import pino from 'pino'
import { joinEmbeddedPostgres } from '#server/platform/db/join-embedded-postgres.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { Load } from '../processes/load.ts'
import { type Child, startProcess } from '../processes/start-process.ts'
import type { StraightPg } from '../processes/straight-pg.ts'
import { type ShopUnderTest, withShop } from '../shop-under-test.ts'

export type Writers = {
  shop: ShopUnderTest
  /** To prepare and to check; not measured. */
  db: Db
  straight: Child<StraightPg>
  /** Sends each message once, `clients` at a time. @throws unless all were answered with 200. @returns seconds */
  send(requests: string[], clients: number): Promise<number>
  /** The same where refusals are expected. @returns how often each status was answered */
  race(requests: string[], clients: number): Promise<Record<number, number>>
}

/** A shop, the straight reference on the shop's own database and core, and a load client on the other core. */
export const withWriters = <Result>(dataDir: string, work: (writers: Writers) => Promise<Result>) =>
  withShop({ dataDir }, async (shop) => {
    const { config } = await joinEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) })
    const { db, close } = openDatabase({ config, statementTimeoutMs: 60_000 })
    const straight = startProcess<StraightPg>('straight-pg.ts', 'server')
    const load = startProcess<Load>('load.ts', 'load')
    try {
      await straight.ask('open', { connection: { config } })
      const sendAll = (requests: string[], clients: number) =>
        load.ask('sendAll', { port: shop.port, clients, requests })
      return await work({
        shop,
        db,
        straight,
        async send(requests, clients) {
          const { seconds, statuses, refused } = await sendAll(requests, clients)
          if (statuses[200] !== requests.length)
            throw new Error(`Not all were taken: ${JSON.stringify(statuses)} ${refused ?? ''}`)
          return seconds
        },
        race: async (requests, clients) => (await sendAll(requests, clients)).statuses,
      })
    } finally {
      await load.stop()
      await straight.stop()
      await close()
    }
  })
