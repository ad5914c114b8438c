import type { AccessMethod } from '#contract/account.ts'
import type { Settings } from '#contract/storefront.ts'
import type { Config } from '#server/platform/config/config.ts'
import { retrySerialization } from '#server/platform/db/retry-serialization.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CartOwner, Db, Tx, Visitor } from '#server/platform/kernel/context.ts'
import type { PluginRegistry } from '#server/platform/kernel/plugin.ts'
import { type MergedCart, mergeCarts } from './merge-carts.ts'
import { noteAccess } from './note-access.ts'
import { customerBlocked } from './refusals.ts'
import { type NewSession, startSession } from './start-session.ts'

/** The browser that logs in, and the shop's plugins that are notified. */
export type SignInOptions = { visitor: Visitor; channel: Channel; plugins: PluginRegistry }

/** What a login method needs besides the credentials. `cart` is the visitor's cart as a guest. */
export type LoginOptions = SignInOptions & { config: Config; settings: Settings; cart: CartOwner }

export type SignIn = {
  customerId: number
  method: AccessMethod
  isRemembered: boolean
  /** The visitor's cart as a guest. */
  cart: CartOwner
  /** The guest order that this transaction assigned to the customer. */
  claimedOrderId?: number | null
}

export type SignedIn = {
  customer: { id: number; password_version: number }
  session: NewSession
  merged: MergedCart
}

/**
 * Completes every login method in the caller's transaction: the guest's cart moves to the customer, a new
 * session replaces the old one, and the access log records the login. Spec §4 (session events), decisions
 * §1.5.
 *
 * @throws 403 FORBIDDEN for a customer whom staff have blocked.
 */
export async function signIn(
  tx: Tx,
  { visitor, channel, plugins }: SignInOptions,
  { customerId, method, isRemembered, cart, claimedOrderId = null }: SignIn,
): Promise<SignedIn> {
  // Locked until commit, so that two logins of one customer do not merge into the same cart at once.
  const customer = await tx
    .selectFrom('customers')
    .select(['id', 'password_version', 'is_blocked'])
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (customer.is_blocked) throw customerBlocked()
  const merged = await mergeCarts(tx, channel, customerId, cart, async (carts) => {
    if (carts.guest_cart_id !== null || claimedOrderId !== null)
      await plugins.runHooks(tx, 'customer.merged', {
        customer_id: customerId,
        order_id: claimedOrderId,
        ...carts,
      })
  })
  const session = await startSession(tx, customerId, { isRemembered, replaced: visitor.sessionId })
  await noteAccess(tx, visitor, { event: 'login', customerId, method, sessionId: session.id })
  return { customer, session, merged }
}

const maxAttempts = 3

/**
 * Runs a login transaction, and retries it when a concurrent one creates the same cart or account.
 * @throws what `run` throws.
 */
export async function signInTransaction<Result>(db: Db, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await retrySerialization(() => db.transaction().execute(run))
    } catch (thrown) {
      if (attempt === maxAttempts || !isConcurrentInsert(thrown)) throw thrown
    }
  }
}

const isConcurrentInsert = (thrown: unknown) =>
  thrown instanceof Error &&
  'constraint' in thrown &&
  ['carts_one_open_per_customer', 'customers_email_key', 'customers_phone_key'].includes(
    String(thrown.constraint),
  )
