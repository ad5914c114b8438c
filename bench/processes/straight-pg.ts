import type pg from 'pg'
import { type Connection, type OpenDatabase, openDatabase } from '#server/platform/db/open.ts'
import type { PreparedCart } from '../writes/prepare-carts.ts'
import { type AddJob, straightAdd, straightOrder } from '../writes/straight-transactions.ts'
import { answerParent } from './answer-parent.ts'

let database: OpenDatabase | undefined
let add: Awaited<ReturnType<typeof straightAdd>> | undefined
let order: Awaited<ReturnType<typeof straightOrder>> | undefined

const answers = {
  /** The same kind of pool as the shop's, of the same size. */
  open({ connection }: { connection: Connection }) {
    database = openDatabase(connection)
  },

  /** Learns the shop's statements by running its own function once. Returns how many there are. */
  async learnAdd({ cart, variationId }: { cart: PreparedCart; variationId: number }) {
    add = await straightAdd(need(database).db, cart, variationId)
    return add.count
  },

  async learnOrder({ cart }: { cart: PreparedCart }) {
    order = await straightOrder(need(database).db, cart)
    return order.count
  },

  add: ({ jobs, clients }: { jobs: AddJob[]; clients: number }) => runAll(jobs, clients, need(add).replay),

  order: ({ jobs, clients }: { jobs: PreparedCart[]; clients: number }) =>
    runAll(jobs, clients, need(order).replay),

  stop: () => database?.close(),
}

export type StraightPg = typeof answers

/** Each job once, `clients` at a time; every one must go through. */
async function runAll<Job>(
  jobs: readonly Job[],
  clients: number,
  replay: (client: pg.PoolClient, job: Job) => Promise<unknown>,
) {
  const { pool } = need(database)
  const queue = jobs.values()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (const job of queue) {
        const client = await pool.connect()
        try {
          await replay(client, job)
          client.release()
        } catch (error) {
          client.release(true)
          throw error
        }
      }
    }),
  )
  return { seconds: (performance.now() - started) / 1_000 }
}

function need<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Not ready yet')
  return value
}

answerParent(answers)
