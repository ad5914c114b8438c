import { setTimeout as sleep } from 'node:timers/promises'
import type { PluginsChoice } from '#harness/switch-plugins.ts'
import { joinEmbeddedPostgres } from '#server/platform/db/join-embedded-postgres.ts'
import { randomOf } from '../../bench/catalog/random.ts'
import { createFaultInjector } from './fault-injector.ts'
import { type Figure, runFigures } from './figures.ts'
import { findInconsistencies } from './find-inconsistencies.ts'
import { openGateway } from './gateway.ts'
import { openMessageServices } from './message-services.ts'
import { type Kill, planKills, planShoppers, type RunSize } from './plans.ts'
import { openShopProcess, type ShopProcess } from './shop-process.ts'
import { type OpenShopState, openShopState } from './shop-state.ts'
import { buy, readAgain, type ShopperRecord, type World } from './shopper.ts'

/** Concurrent shoppers. */
const AT_ONCE = 12
const HOURS = 7
const MAX_TIMES = 8
const silent = { info() {}, warn() {}, error() {} }

type RunOptions = {
  report?: (line: string) => void
  /** Undefined: the plugins of the demo shop. */
  plugins?: PluginsChoice | undefined
}

export type FaultsRun = {
  /** Inconsistencies found; empty when the run passes. */
  faults: string[]
  figures: Figure[]
  /** The shop's log, for finding the cause. */
  log: string
}

/**
 * Shoppers buy while the app and the database are killed and mail, SMS and payment services fail. Then the faults stop, the clocks
 * advance by hours, and all records are compared. The seed determines plans, faults and kills; durations depend on the machine.
 * Issue C, proof.
 */
export async function runFaults(
  seed: number,
  runSize: RunSize,
  { report = () => {}, plugins }: RunOptions = {},
): Promise<FaultsRun> {
  const random = randomOf(seed)
  const injectors = {
    mail: createFaultInjector(randomOf(seed + 1)),
    sms: createFaultInjector(randomOf(seed + 2)),
    gateway: createFaultInjector(randomOf(seed + 3)),
  }
  const gateway = await openGateway({ injector: injectors.gateway, random: randomOf(seed + 4) })
  const messageServices = await openMessageServices(injectors)
  report('Opening the shop')
  const shop = await openShopProcess({
    ...gateway.environment,
    ...messageServices.environment,
    ...(plugins && { FAULTS_PLUGINS: plugins }),
  })
  let shopState: OpenShopState | undefined
  try {
    await shop.ready()
    const { config } = await joinEmbeddedPostgres({ dataDir: shop.dataDir, log: silent })
    shopState = openShopState({ config })
    gateway.openFor(shop.url)
    const prepared = await shopState.prepare({
      lasting: 10_000,
      scarce: Math.ceil(runSize.checkouts / 20),
      coupons: Math.ceil(runSize.checkouts / 12),
    })
    const before = await shopState.read()
    const stockBefore = new Map(
      before.stock
        .filter(({ id }) => [...prepared.plenty, ...prepared.scarce].includes(id))
        .map(({ id, stock }) => [id, stock]),
    )
    const calls = { made: 0 }
    const world: World = { url: shop.url, gateway, random, onCriticalCall: () => void calls.made++ }

    report(`${runSize.checkouts} shoppers start`)
    const started = performance.now()
    const plans = planShoppers(random, runSize.checkouts, prepared)
    const kills = planKills(random, runSize)
    const records: ShopperRecord[] = []
    const waiting = plans.values()
    const shoppers = Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const plan of waiting) records.push(await buy(plan, world))
      }),
    )
    let isOver = false
    const shopping = shoppers.finally(() => {
      isOver = true
    })
    await Promise.all([shopping, killInTurn(kills, shop, () => (isOver ? Infinity : calls.made), report)])
    await gateway.settled()
    const seconds = (performance.now() - started) / 1_000

    report('The injected faults stop')
    for (const one of Object.values(injectors)) one.stop()
    // The last kill may have hit the database; the shop restarts it.
    while (!(await shopState.isThere())) await sleep(50)
    const { rounds, left } = await runUntilIdle(shop, shopState, report)
    for (const record of records) await readAgain(record, world)
    const end = await shopState.read()
    const ledger = gateway.ledger()
    const faults = findInconsistencies({
      records,
      shopState: end,
      ledger,
      deliveries: messageServices.deliveries,
      kills: shop.kills,
      stockBefore,
      piecesBefore: before.pieces,
    })
    if (gateway.forged.accepted > 0) faults.push(`${gateway.forged.accepted} forged events were accepted`)
    if (left > 0) faults.push(`${left} items are still pending`)
    return {
      faults,
      log: shop.log(),
      figures: [
        ['Checkouts', String(records.length)],
        ['`kill -9` of the app during checkouts', String(runSize.appKills)],
        ['`kill -9` of the database during checkouts', String(runSize.databaseKills)],
        [`\`kill -9\` of the app afterwards, ${HOURS} simulated hours each time`, String(rounds)],
        ['Time from first to last shopper', `${seconds.toFixed(0)} s`],
        ...runFigures({
          records,
          shopState: end,
          ledger,
          deliveries: messageServices.deliveries,
          injectors,
          forged: gateway.forged,
        }),
        ['Faults found by the checker', String(faults.length)],
      ],
    }
  } catch (error) {
    report(shop.log().split('\n').slice(-30).join('\n'))
    throw error
  } finally {
    await shopState?.close()
    await shop.close()
    gateway.close()
    messageServices.close()
  }
}

/** Carries out the kills in order, each when its call count is reached, and the remaining ones at the end. */
async function killInTurn(
  kills: Kill[],
  shop: ShopProcess,
  calls: () => number,
  report: (line: string) => void,
) {
  for (const { what, afterCalls, ms } of kills) {
    while (calls() < afterCalls) await sleep(5)
    await sleep(ms)
    report(`kill -9 of the ${what}`)
    if (what === 'database') await shop.killDatabase()
    else {
      await shop.kill()
      await shop.start()
    }
  }
}

/** Kills the app, advances the clocks by hours and restarts it, until nothing is pending. @returns the number of rounds and what is still pending. */
export async function runUntilIdle(
  shop: Pick<ShopProcess, 'kill' | 'start'>,
  shopState: OpenShopState,
  report: (line: string) => void,
): Promise<{ rounds: number; left: number }> {
  for (let rounds = 1; ; rounds++) {
    await shop.kill()
    await shopState.letPass(HOURS)
    await shop.start()
    const left = await waitUntilQuiet(shopState)
    const named = left.slice(0, 10).map(({ what, id }) => `${what} ${id}`)
    report(`${HOURS} hours later ${left.length} things are under way ${named.join(', ')}`.trim())
    if (left.length === 0 || rounds === MAX_TIMES) return { rounds, left: left.length }
  }
}

/** Waits until nothing is pending, or what is pending is not due and unchanged for a while. @returns what is pending. */
async function waitUntilQuiet(shopState: OpenShopState) {
  const until = Date.now() + 20_000
  let left = await shopState.unfinished()
  for (let quiet = 0; left.length > 0 && quiet < 3_000 && Date.now() < until; quiet += 100) {
    await sleep(100)
    const now = await shopState.unfinished()
    if (now.length < left.length || (await shopState.due()) > 0) quiet = 0
    left = now
  }
  return left
}
