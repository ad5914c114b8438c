import type { Services, Visitor } from '../kernel/context.ts'
import { cartSessionIn, type Operation } from '../kernel/pipeline.ts'
import { createFloodLimit } from './flood-limit.ts'
import { isAddressOfVisitor } from './public-address.ts'
import { addressKey, type Limit, requireTokens, tooMany } from './rate-limit.ts'

const perMinute = (most: number): Limit => ({ most, seconds: 60 })

/**
 * Calls that reserve stock and start payments are counted in the database, so that all processes share the
 * count. Security §10.
 */
const orderLimits = { session: perMinute(10), address: perMinute(30) }
const orderCalls: Readonly<Record<string, typeof orderLimits>> = {
  placeOrder: orderLimits,
  processPayment: orderLimits,
  // Requested again while the shopper pays in the window of the gateway.
  completePayment: { session: perMinute(60), address: perMinute(300) },
}

/**
 * Cart writes: only floods matter, so each process counts on its own. The address's limit catches clients that send another
 * cart id with each write. Security §10.
 */
const cartWrites = { session: perMinute(60), address: perMinute(300) }

/**
 * Search and listing endpoints, and all other reads: only floods matter, so each process counts on its own.
 * Security §10.
 */
const listings = ['search', 'product', 'category', 'shop', 'tag']
const readLimits = { listings: perMinute(120), others: perMinute(600) }

/** Calls with an API key: a program in a loop must not slow the shop down, so each process counts on its own. */
const keyLimit = perMinute(300)

export type CallLimits = {
  /** @throws 429 RATE_LIMITED with the time to wait. */
  require(call: Pick<Operation, 'group' | 'name' | 'method' | 'limit'>, visitor: Visitor): Promise<void>
  /**
   * For a page that must be rendered; a cached page costs less than counting it. @throws 429 RATE_LIMITED as
   * well.
   */
  requirePage(ip: string): void
}

/** No limits: for benchmarks, and for tests in which one client acts as many. */
export const noCallLimits: CallLimits = { require: async () => {}, requirePage() {} }

/**
 * Limits how often one visitor can make expensive calls, whatever their result. The address is asked first: beyond its limit nothing is
 * stored of the cart ids that it makes up. What a cart's own limit refuses does not count for its address, which many may share.
 */
export function createCallLimits({ db, config }: Pick<Services, 'db' | 'config'>): CallLimits {
  const writesOfCarts = createFloodLimit(cartWrites.session)
  const writesOfAddresses = createFloodLimit(cartWrites.address)
  const readsOfListings = createFloodLimit(readLimits.listings)
  const otherReads = createFloodLimit(readLimits.others)
  const callsOfKeys = createFloodLimit(keyLimit)
  const isVisitorAddress = (ip: string) => isAddressOfVisitor(config, ip)

  function requirePage(ip: string) {
    const wait = isVisitorAddress(ip) ? otherReads.take(addressKey(ip)) : undefined
    if (wait !== undefined) throw tooMany(wait)
  }

  function waitOf(group: string, method: string, visitor: Visitor): number | undefined {
    if (visitor.staff?.apiKey) return callsOfKeys.take(`key ${visitor.staff.apiKey.id}`)
    if (group === 'cart' && method !== 'GET') return waitOfCart(visitor)
    const isListing = listings.includes(group)
    if ((!isListing && method !== 'GET') || !isVisitorAddress(visitor.ip)) return undefined
    return (isListing ? readsOfListings : otherReads).take(addressKey(visitor.ip))
  }

  function waitOfCart(visitor: Visitor): number | undefined {
    const address = addressKey(visitor.ip)
    const ofAddress = isVisitorAddress(visitor.ip) ? writesOfAddresses.take(address) : undefined
    if (ofAddress !== undefined) return ofAddress
    const wait = writesOfCarts.take(sessionOf(visitor) ?? address)
    if (wait !== undefined) writesOfAddresses.undo(address)
    return wait
  }

  async function requireBoth(name: string, visitor: Visitor, limits: { session: Limit; address: Limit }) {
    const session = sessionOf(visitor)
    await requireTokens(db, [
      [`${name} ip ${addressKey(visitor.ip)}`, limits.address],
      ...(session ? [[`${name} session ${session}`, limits.session] as const] : []),
    ])
  }

  return {
    requirePage,
    async require({ group, name, method, limit }, visitor) {
      const wait = waitOf(group, method, visitor)
      if (wait !== undefined) throw tooMany(wait)
      if (limit)
        return requireBoth(`${group}.${name}`, visitor, {
          session: limit,
          address: { ...limit, most: limit.most * 3 },
        })
      const counted = group === 'checkout' && Object.hasOwn(orderCalls, name) ? orderCalls[name] : undefined
      if (counted) await requireBoth(name, visitor, counted)
    },
  }
}

/**
 * Customers count by account, guests by cart; visitors without either count by address only. The cart's id has at most 100 characters,
 * its cookie may have thousands, and the same id in any number of spellings.
 */
const sessionOf = ({ customerId, cookies }: Visitor): string | undefined =>
  customerId === null ? (cartSessionIn(cookies.cart_session) ?? undefined) : `customer ${customerId}`
