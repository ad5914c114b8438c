import { isPublicAddress } from '../importing/public-address.ts'
import type { Services, Visitor } from './context.ts'
import { createFloodLimit } from './flood-limit.ts'
import { addressKey, type Limit, requireToken, tooMany } from './rate-limit.ts'
import type { Operation } from './serve.ts'

const aMinute = (most: number): Limit => ({ most, seconds: 60 })

/** Calls that take stock and start payments: counted in the database, so that all processes share the count. Security §10. */
const ofOrders = ['placeOrder', 'processPayment', 'completePayment']
const orderLimits = { session: aMinute(10), address: aMinute(30) }

/** Every change of a cart; only floods are meant, so each process counts for itself. Security §10. */
const cartWrites = aMinute(60)

/** What is searched, filtered and listed, and every other read: floods alone are meant, each process counts for itself. Security §10. */
const listings = ['search', 'product', 'category', 'shop', 'tag']
const readLimits = { listings: aMinute(120), others: aMinute(600) }

export type CallLimits = {
  /** @throws 429 RATE_LIMITED with the time to wait. */
  require(call: Pick<Operation, 'group' | 'name' | 'method'>, visitor: Visitor): Promise<void>
  /** For a page that has to be looked for; one that lies ready costs less than counting it. @throws 429 RATE_LIMITED as well. */
  requirePage(ip: string): void
}

/** No limits at all: for measuring, and for tests that make a crowd of one shopper. */
export const noCallLimits: CallLimits = { require: async () => {}, requirePage() {} }

/** How often one visitor may make the calls that cost the shop something, whatever comes of them. */
export function createCallLimits({ db, config }: Pick<Services, 'db' | 'config'>): CallLimits {
  const writesOfCarts = createFloodLimit(cartWrites)
  const readsOfListings = createFloodLimit(readLimits.listings)
  const otherReads = createFloodLimit(readLimits.others)
  // Where nobody has said which proxies there are, an address of the own network may be one: then it is everybody's.
  const isVisitors = (ip: string) => Boolean(config.trustedProxies?.length) || isPublicAddress(ip)

  function requirePage(ip: string) {
    const wait = isVisitors(ip) ? otherReads.take(addressKey(ip)) : undefined
    if (wait !== undefined) throw tooMany(wait)
  }

  function waitOf(group: string, method: string, visitor: Visitor): number | undefined {
    if (group === 'cart' && method !== 'GET')
      return writesOfCarts.take(sessionOf(visitor) ?? addressKey(visitor.ip))
    const isListing = listings.includes(group)
    if ((!isListing && method !== 'GET') || !isVisitors(visitor.ip)) return undefined
    return (isListing ? readsOfListings : otherReads).take(addressKey(visitor.ip))
  }

  return {
    requirePage,
    async require({ group, name, method }, visitor) {
      const wait = waitOf(group, method, visitor)
      if (wait !== undefined) throw tooMany(wait)
      if (group !== 'checkout' || !ofOrders.includes(name)) return
      const session = sessionOf(visitor)
      if (session) await requireToken(db, `${name} session ${session}`, orderLimits.session)
      await requireToken(db, `${name} ip ${addressKey(visitor.ip)}`, orderLimits.address)
    },
  }
}

/** Customers wherever they are, guests by their cart; somebody without either has an address only. */
const sessionOf = ({ customerId, cookies }: Visitor): string | undefined =>
  customerId === null ? cookies.cart_session : `customer ${customerId}`
