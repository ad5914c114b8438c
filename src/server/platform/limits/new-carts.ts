import type { Config } from '../config/config.ts'
import type { Visitor } from '../kernel/context.ts'
import { createFloodLimit } from './flood-limit.ts'
import { isAddressOfVisitor } from './public-address.ts'
import { addressKey, tooMany } from './rate-limit.ts'

/** Generous, because many visitors of one mobile network share an address. Each process counts on its own. */
const newCarts = createFloodLimit({ most: 60, seconds: 60 })

/**
 * Counts a new cart of the visitor's address: a client that sends another `cart_session` with each call, or none, would
 * otherwise fill the table. Security §10 (cart writes).
 * @throws 429 RATE_LIMITED with the time to wait.
 */
export function requireNewCart(config: Pick<Config, 'trustedProxies'>, { ip }: Visitor) {
  const wait = isAddressOfVisitor(config, ip) ? newCarts.take(addressKey(ip)) : undefined
  if (wait !== undefined) throw tooMany(wait)
}
