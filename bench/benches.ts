import { addToCart } from './add-to-cart.ts'
import { admin } from './admin/admin.ts'
import { backup } from './backup.ts'
import { capacity } from './capacity/capacity.ts'
import { catalogue } from './catalog/catalog.ts'
import type { Bench } from './figures.ts'
import { jobs } from './jobs/jobs.ts'
import { lighthouse } from './lighthouse.ts'
import { liveEdit } from './live-edit.ts'
import { loginTiming } from './login.ts'
import { memory } from './memory.ts'
import { navigation } from './navigation.ts'
import { newHost } from './new-host.ts'
import { pageCache } from './page-cache.ts'
import { peers } from './peers/peers.ts'
import { placeOrder } from './place-order.ts'
import { productPage } from './product-page.ts'
import { promotions } from './promotions.ts'
import { render } from './render.ts'
import { scale } from './scale/scale.ts'
import { start } from './start.ts'
import { suggestions } from './suggestions.ts'
import { weight } from './weight.ts'

/** Every measurement by its name on the command line, in the order in which all of them run. */
export const benches: Record<string, Bench> = {
  peers,
  weight,
  cache: pageCache,
  render,
  product: productPage,
  cart: addToCart,
  order: placeOrder,
  login: loginTiming,
  start,
  memory,
  navigation,
  suggestions,
  promotions,
  'live-edit': liveEdit,
  lighthouse,
  catalogue,
  jobs,
  admin,
  backup,
  capacity,
  scale,
  'new-host': newHost,
}

/**
 * The measurements that words of the command line ask for: names, or numbers of the budgets' rows. None: all.
 * @throws for a word that is neither.
 */
export function chooseBenches(words: readonly string[]): [string, Bench][] {
  const all = Object.entries(benches)
  const selected = words.map((word) => {
    const found = all.filter(([name, { rows }]) => name === word || rows.includes(Number(word)))
    if (found.length === 0)
      throw new Error(`There is no measurement '${word}'. There are: ${all.map(describe).join(', ')}`)
    return found
  })
  return words.length === 0 ? all : all.filter((bench) => selected.flat().includes(bench))
}

const describe = ([name, { rows }]: [string, Bench]) =>
  rows.length > 0 ? `${name} (${rows.join(', ')})` : name
