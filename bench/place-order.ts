import { randomUUID } from 'node:crypto'
import type { Bench, Row } from './figures.ts'
import { postMessage } from './load/http-message.ts'
import { createRoundSize, measureInTurn } from './paired-rounds.ts'
import { pinningNote } from './processes/on-core.ts'
import { measureSpeed, speedCells, speedNote } from './speed.ts'
import { issueCoupon, type PreparedCart, prepareCarts, stockUp } from './writes/prepare-carts.ts'
import { type Writers, withWriters } from './writes/with-writers.ts'

const rounds = 5
const levels = [1, 16, 64]
/** Each connection of both pools plans each statement six times: that is what starting costs, and not an order. */
const WARM_UP = 400
/** In a round, so that making the carts for it stays quick. */
const most = 3_000
const stock = 1_000_000
const lastPieces = 20

/** Row 11: orders of two lines and a coupon over HTTP against the same statements sent by nothing but `pg`; and nothing sold twice. */
export const placeOrder: Bench = {
  title: 'Place order',
  rows: [11],

  run: ({ dataDir, say }) =>
    withWriters(dataDir, async (writers) => {
      const { db, shop, straight, send } = writers
      const orderedBefore = await countOrdered(writers)
      const variationIds = await stockUp(db, stock)
      const [sample] = await prepareOrders(writers, variationIds, 1)
      if (!sample) throw new Error('There is no cart to learn from')
      const statements = await straight.ask('learnOrder', { cart: sample })
      const rows: Row[] = [
        { row: 11, what: 'statements, including begin and commit', ours: String(statements) },
      ]
      for (const clients of levels) {
        const size = createRoundSize({ first: WARM_UP, most })
        say(`${clients} at once`)
        const jobs = () => prepareOrders(writers, variationIds, size.next())
        const by = clients > 1 ? 'core' : 'clock'
        const paired = await measureInTurn(rounds, {
          async ours() {
            const messages = (await jobs()).map(messageOf)
            const speed = await measureSpeed([shop.process.pid], async () => ({
              done: messages.length,
              seconds: await send(messages, clients),
            }))
            size.record(speed.clock)
            return speed
          },
          async reference() {
            const work = await jobs()
            return measureSpeed([straight.pid, shop.process.pid], async () => ({
              done: work.length,
              ...(await straight.ask('order', { jobs: work, clients })),
            }))
          },
        })
        rows.push({
          row: 11,
          what: `${clients} ${clients === 1 ? 'client' : 'concurrent clients'}`,
          ...speedCells(paired, by),
          budget: 'ratio ≥ 0.50',
          met: paired[by].ratio >= 0.5,
        })
      }
      const ordered = (await countOrdered(writers)) - orderedBefore
      const unaccounted = (await countTaken(writers, variationIds)) - ordered
      say('Racing for the last pieces')
      const race = await raceForLastPieces(writers, variationIds)
      const oversold = Math.abs(unaccounted) + Math.max(0, race.placed - lastPieces)
      rows.push({
        row: 11,
        what: `oversold: all of the above plus ${lastPieces} pieces with 64 concurrent buyers`,
        ours: String(oversold),
        budget: '0',
        met: oversold === 0 && race.placed === lastPieces && race.left === 0,
      })
      return {
        rows,
        notes: [
          `Two lines, a coupon (one for all orders, so that they wait for each other at its row), an idempotency key, cash on delivery. Every order must be a 200; afterwards the reserved stock must equal the ordered pieces. Commits are durable (fsync on). ${rounds} rounds of about a second, alternating.`,
          `The race: ${race.placed} placed, ${race.refused} refused (409), ${race.left} left.`,
          `Reference: the same statements (recorded from the shop’s code), named and with the same pool of 10, sent by an otherwise idle Node process on the server’s core. ${pinningNote}`,
          `${speedNote} One client waits for the disk most of the time: there the clock counts.`,
        ],
      }
    }),
}

/** Carts of two products each, spread over all, as shoppers' are, and with a coupon. */
async function prepareOrders({ db }: Writers, variationIds: readonly number[], count: number) {
  const variation = (at: number) => variationIds[at % variationIds.length] as number
  return prepareCarts(
    db,
    Array.from({ length: count }, (_, at) => [variation(at), variation(at + 3)]),
    await issueCoupon(db),
  )
}

const messageOf = ({ session }: PreparedCart) =>
  postMessage(
    '/api/checkout/place-order',
    { version: 1, idempotency_key: randomUUID(), accept_tnc: true },
    session,
  )

/** Pieces that are gone from the stock. */
async function countTaken({ db }: Writers, variationIds: number[]): Promise<number> {
  const { left } = await db
    .selectFrom('variations')
    .select((eb) => eb.fn.sum<string>('stock').as('left'))
    .where('id', 'in', variationIds)
    .executeTakeFirstOrThrow()
  return stock * variationIds.length - Number(left)
}

async function countOrdered({ db }: Writers): Promise<number> {
  const { ordered } = await db
    .selectFrom('order_items')
    .select((eb) => eb.fn.sum<string | null>('quantity').as('ordered'))
    .executeTakeFirstOrThrow()
  return Number(ordered)
}

async function raceForLastPieces({ db, race }: Writers, [scarce = 0, plenty = 0]: readonly number[]) {
  await db.updateTable('variations').set({ stock: lastPieces }).where('id', '=', scarce).execute()
  const carts = await prepareCarts(
    db,
    Array.from({ length: 64 }, () => [scarce, plenty]),
  )
  const statuses = await race(carts.map(messageOf), carts.length)
  const { stock: left } = await db
    .selectFrom('variations')
    .select('stock')
    .where('id', '=', scarce)
    .executeTakeFirstOrThrow()
  return { placed: statuses[200] ?? 0, refused: statuses[409] ?? 0, left }
}
