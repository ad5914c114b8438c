import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../../bench/catalogue/random.ts'
import { countUp, type Figure } from './figures.ts'
import { openGateway } from './gateway.ts'
import { judge } from './judge.ts'
import { type Kill, planKills, planShoppers, type Storm } from './plans.ts'
import { openPostOffice } from './post-office.ts'
import { type OpenBooks, openBooks } from './shop-books.ts'
import { openShopProcess, type ShopProcess } from './shop-process.ts'
import { buy, readAgain, type Story, type World } from './shopper.ts'
import { createWeather } from './weather.ts'

/** How many are in the shop at the same time. */
const AT_ONCE = 12
const HOURS = 7
const MOST_TIMES = 8

export type FaultsRun = {
  /** What went wrong with the shop; empty is what is wanted. */
  faults: string[]
  figures: Figure[]
  /** What the shop wrote to its log, for whoever looks for the cause. */
  log: string
}

/**
 * Shoppers buy while the app and the database are killed and everybody whom the shop speaks to has bad days; then the weather clears,
 * hours pass, and the judge compares what everybody has. Plans, weather and the moments of the kills come from the seed; how long
 * things take is the machine's. Issue C, proof.
 */
export async function runFaults(
  seed: number,
  storm: Storm,
  say: (line: string) => void = () => {},
): Promise<FaultsRun> {
  const random = randomOf(seed)
  const weather = {
    mail: createWeather(randomOf(seed + 1)),
    sms: createWeather(randomOf(seed + 2)),
    gateway: createWeather(randomOf(seed + 3)),
  }
  const gateway = await openGateway({ weather: weather.gateway, random: randomOf(seed + 4) })
  const post = await openPostOffice(weather)
  say('Opening the shop')
  const shop = await openShopProcess({ ...gateway.environment, ...post.environment })
  let books: OpenBooks | undefined
  try {
    await shop.ready()
    books = await openBooks(shop.dataDir)
    gateway.openFor(shop.url)
    const shelf = await books.lay({
      lasting: 10_000,
      scarce: Math.ceil(storm.checkouts / 20),
      coupons: Math.ceil(storm.checkouts / 12),
    })
    const before = await books.read()
    const stockBefore = new Map(
      before.stock
        .filter(({ id }) => [...shelf.plenty, ...shelf.scarce].includes(id))
        .map(({ id, stock }) => [id, stock]),
    )
    const calls = { made: 0 }
    const world: World = { url: shop.url, gateway, random, onCriticalCall: () => void calls.made++ }

    say(`${storm.checkouts} shoppers come`)
    const started = performance.now()
    const plans = planShoppers(random, storm.checkouts, shelf)
    const kills = planKills(random, storm)
    const stories: Story[] = []
    const waiting = plans.values()
    const shoppers = Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const plan of waiting) stories.push(await buy(plan, world))
      }),
    )
    let isOver = false
    const shopping = shoppers.finally(() => {
      isOver = true
    })
    await Promise.all([shopping, killInTurn(kills, shop, () => (isOver ? Infinity : calls.made), say)])
    await gateway.settled()
    const seconds = (performance.now() - started) / 1_000

    say('The weather clears')
    for (const one of Object.values(weather)) one.clearUp()
    // The last kill may have been the database's: its shop starts it again.
    while (!(await books.isThere())) await sleep(50)
    const { rounds, left } = await letEverythingEnd(shop, books, say)
    for (const story of stories) await readAgain(story, world)
    const end = await books.read()
    const ledger = gateway.ledger()
    const faults = judge({
      stories,
      books: end,
      ledger,
      deliveries: post.deliveries,
      kills: shop.kills,
      stockBefore,
    })
    if (gateway.forged.believed > 0) faults.push(`${gateway.forged.believed} forged events were believed`)
    if (left > 0) faults.push(`${left} things never came to an end`)
    return {
      faults,
      log: shop.log(),
      figures: [
        ['Checkouts', String(stories.length)],
        ['`kill -9` of the app while they bought', String(storm.appKills)],
        ['`kill -9` of the database while they bought', String(storm.databaseKills)],
        [`\`kill -9\` of the app afterwards, ${HOURS} hours gone by each time`, String(rounds)],
        ['Time from the first shopper to the last', `${seconds.toFixed(0)} s`],
        ...countUp({
          stories,
          books: end,
          ledger,
          deliveries: post.deliveries,
          weather,
          forged: gateway.forged,
        }),
        ['Faults that the judge found', String(faults.length)],
      ],
    }
  } catch (error) {
    say(shop.log().split('\n').slice(-30).join('\n'))
    throw error
  } finally {
    await books?.close()
    await shop.close()
    gateway.close()
    post.close()
  }
}

/** One after the other, each in its moment; those whose moment never comes, at the end. */
async function killInTurn(
  kills: Kill[],
  shop: ShopProcess,
  calls: () => number,
  say: (line: string) => void,
) {
  for (const { what, afterCalls, ms } of kills) {
    while (calls() < afterCalls) await sleep(5)
    await sleep(ms)
    say(`kill -9 of the ${what}`)
    if (what === 'database') await shop.killDatabase()
    else {
      await shop.kill()
      await shop.start()
    }
  }
}

/** Kills the app, lets hours pass and starts it again, until nothing waits for anything any more. @returns how often, and what is left all the same. */
async function letEverythingEnd(
  shop: ShopProcess,
  books: OpenBooks,
  say: (line: string) => void,
): Promise<{ rounds: number; left: number }> {
  for (let rounds = 1; ; rounds++) {
    await shop.kill()
    await books.letPass(HOURS)
    await shop.start()
    const left = await waitUntilQuiet(books)
    say(
      `${HOURS} hours later ${left.length} things are under way ${left.map(({ what, id }) => `${what} ${id}`).join(', ')}`.trim(),
    )
    if (left.length === 0 || rounds === MOST_TIMES) return { rounds, left: left.length }
  }
}

/** Until nothing is left, or what is left is not due and nobody has been at work on it for a while. @returns what is left. */
async function waitUntilQuiet(books: OpenBooks) {
  const until = Date.now() + 20_000
  let left = await books.unfinished()
  for (let quiet = 0; left.length > 0 && quiet < 3_000 && Date.now() < until; quiet += 100) {
    await sleep(100)
    const now = await books.unfinished()
    if (now.length < left.length || (await books.due()) > 0) quiet = 0
    left = now
  }
  return left
}
