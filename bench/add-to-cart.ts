import type { Bench, Row } from './figures.ts'
import { postMessage } from './load/http-message.ts'
import { createRoundSize, measureInTurn } from './paired-rounds.ts'
import { pinningNote } from './processes/on-core.ts'
import { measureSpeed, speedCells, speedNote } from './speed.ts'
import { prepareCarts, stockUp } from './writes/prepare-carts.ts'
import type { AddJob } from './writes/straight-transactions.ts'
import { type Writers, withWriters } from './writes/with-writers.ts'

const rounds = 5
const levels = [1, 16, 64]
/** Each connection of both pools plans each statement six times: that is what starting costs, and not an add. */
const WARM_UP = 400
/** In a round, so that making the carts for it stays quick. */
const most = 3_000
const fastEnough = 1_200

/** Row 10: adds to the cart over HTTP against the same statements sent by nothing but `pg`. */
export const addToCart: Bench = {
  title: 'Add to cart',
  rows: [10],

  run: ({ dataDir, say }) =>
    withWriters(dataDir, async (writers) => {
      const { db, shop, straight, send } = writers
      const variationIds = await stockUp(db, 1_000_000)
      const [first = 0, other = 0] = variationIds
      const [sample] = await prepareCarts(db, [[first]])
      if (!sample) throw new Error('There is no cart to learn from')
      const statements = await straight.ask('learnAdd', { cart: sample, variationId: other })
      const rows: Row[] = [
        {
          row: 10,
          what: 'statements, including begin and commit',
          ours: String(statements),
          budget: '≤ 5 in one transaction',
          met: statements <= 5,
        },
      ]
      for (const clients of levels) {
        const size = createRoundSize({ first: WARM_UP, most })
        say(`${clients} at once`)
        const jobs = () => prepareJobs(writers, variationIds, size.next())
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
              ...(await straight.ask('add', { jobs: work, clients })),
            }))
          },
        })
        rows.push({
          row: 10,
          what: `${clients} ${clients === 1 ? 'client' : 'concurrent clients'}`,
          ...speedCells(paired, by),
          budget: by === 'core' ? 'ratio ≥ 0.50, ≥ 1,200/s' : 'ratio ≥ 0.50',
          met: paired[by].ratio >= 0.5 && (by === 'clock' || paired.core.ours >= fastEnough),
        })
      }
      await requireAllThere(writers, sample.id)
      return {
        rows,
        notes: [
          `Half of the adds create the cart, half add a second product to one. Every reply is the whole cart and must be a 200; afterwards each cart must hold the added items. Commits are durable (fsync on). ${rounds} rounds of about a second, alternating.`,
          `Reference: the same statements (recorded from the shop’s code), named and with the same pool of 10, sent by an otherwise idle Node process on the server’s core. ${pinningNote}`,
          `${speedNote} One client waits for the disk most of the time: there the clock counts.`,
        ],
      }
    }),
}

async function prepareJobs({ db }: Writers, variationIds: number[], count: number): Promise<AddJob[]> {
  const variation = (at: number) => variationIds[at % variationIds.length] as number
  const filled = await prepareCarts(
    db,
    Array.from({ length: count / 2 }, (_, at) => [variation(at)]),
  )
  return filled.flatMap(({ session }, at) => [
    { session, variationId: variation(at + 1) },
    { session: null, variationId: variation(at) },
  ])
}

const messageOf = ({ session, variationId }: AddJob) =>
  postMessage('/api/cart/add-item', { product_id: variationId, quantity: 1 }, session)

/** @throws when a cart of the measurement is empty or a line holds more than the one piece that was put in. */
async function requireAllThere({ db }: Writers, first: number) {
  const wrong = await db
    .selectFrom('carts')
    .leftJoin('cart_items', 'cart_items.cart_id', 'carts.id')
    .select('carts.id')
    .where('carts.id', '>=', first)
    .where((eb) => eb.or([eb('cart_items.id', 'is', null), eb('cart_items.quantity', '<>', 1)]))
    .limit(1)
    .executeTakeFirst()
  if (wrong) throw new Error(`Cart ${wrong.id} does not contain the added product`)
}
