import { fork } from 'node:child_process'
import type { Connection } from '#server/platform/db/open.ts'
import type { Runner, RunnerOptions } from './runner.ts'

export type RunnerSetup = Omit<RunnerOptions, 'db'> & { connection: Connection }
export type Order = { id: number; do: 'call' | 'webhook'; with: unknown }
export type Reply = { id: number; result?: unknown; error?: string }

/** Starts a runner in its own process, which receives the calls as messages. */
export async function startRunnerProcess(setup: RunnerSetup): Promise<Runner> {
  const child = fork(new URL('./runner-main.ts', import.meta.url), {
    env: { ...process.env, RACE_SETUP: JSON.stringify(setup), NODE_OPTIONS: '' },
    execArgv: [],
    serialization: 'advanced',
  })
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  const ended = new Promise<void>((resolve) =>
    child.once('exit', (code) => {
      for (const { reject } of waiting.values()) reject(new Error(`A process of the race ended with ${code}`))
      resolve()
    }),
  )
  let count = 0
  const ask = (order: Pick<Order, 'do' | 'with'> | null) =>
    new Promise<never>((resolve, reject) => {
      const id = order ? ++count : 0
      waiting.set(id, { resolve, reject })
      if (order) child.send({ id, ...order } satisfies Order)
    })
  child.on('message', ({ id, result, error }: Reply) => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (error) asker?.reject(new Error(error))
    else asker?.resolve(result as never)
  })
  // The first message reports that the process is ready.
  await ask(null)
  return {
    call: (called) => ask({ do: 'call', with: called }),
    webhook: (notice) => ask({ do: 'webhook', with: notice }),
    async close() {
      child.disconnect()
      await ended
    },
  }
}
