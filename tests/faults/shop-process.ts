import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { leftOf } from '#harness/processes.ts'
import { findFreePort, makeDataDir, type RunningShop, runShop } from '#harness/run-shop.ts'

/** Runs the shop in its own process and data folder, so that it can be killed and restarted. */
export async function openShopProcess(environment: Record<string, string>) {
  const { dataDir, remove } = makeDataDir()
  const port = await findFreePort()
  const kills: { what: 'app' | 'database'; at: number }[] = []
  let said = ''
  let running = run()

  function run(): RunningShop {
    return runShop({
      dataDir,
      port,
      withNpm: false,
      program: ['tests/faults/shop-main.ts'],
      environment: { HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', ...environment },
    })
  }

  async function kill() {
    running.child.kill('SIGKILL')
    await running.ended
    said += running.output()
    kills.push({ what: 'app', at: Date.now() })
  }

  async function start() {
    running = run()
    await running.ready()
  }

  return {
    dataDir,
    url: `http://127.0.0.1:${port}`,
    kills,
    ready: () => running.ready(),
    kill,
    start,

    /** `kill -9` of PostgreSQL's postmaster as soon as it exists: all its processes end, as after the out-of-memory killer. */
    async killDatabase() {
      const file = join(dataDir, 'postgres/cluster/postmaster.pid')
      for (;;) {
        const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
        // A stale pid file may name the pid of an unrelated process.
        if (leftOf([], dataDir).some((one) => one.pid === pid)) {
          process.kill(pid, 'SIGKILL')
          kills.push({ what: 'database', at: Date.now() })
          return
        }
        await sleep(20)
      }
    },

    /** The shop's log so far. */
    log: () => said + running.output(),

    /** Ends all processes and removes the data folder, in any state. */
    async close() {
      running.child.kill('SIGKILL')
      for (let left = leftOf([], dataDir); left.length > 0; left = leftOf([], dataDir)) {
        for (const { pid } of left) tryKill(pid)
        await sleep(50)
      }
      remove()
    },
  }
}

export type ShopProcess = Awaited<ReturnType<typeof openShopProcess>>

function tryKill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Ended already.
  }
}
