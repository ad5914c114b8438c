import { openDatabase } from '#server/platform/db/open.ts'
import { openRunner } from './runner.ts'
import type { Order, Reply, RunnerSetup } from './runner-process.ts'

const { connection, ...options } = JSON.parse(process.env.RACE_SETUP ?? '{}') as RunnerSetup
const database = openDatabase(connection)
const runner = await openRunner({ db: database.db, ...options })
const send = (reply: Reply) => void process.send?.(reply)

process.on('message', async (order: Order) => {
  try {
    const run = runner[order.do] as (given: unknown) => Promise<unknown>
    send({ id: order.id, result: await run(order.with) })
  } catch (error) {
    send({ id: order.id, error: String(error) })
  }
})
process.once('disconnect', async () => {
  await runner.close()
  await database.close()
  process.exit(0)
})
send({ id: 0 })
