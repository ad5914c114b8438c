import type { AccessMethod } from '#contract/account.ts'
import { retrySerialization } from '../db/retry-serialization.ts'
import type { CallContext, CartOwner, Db, Tx } from '../http/context.ts'
import { type MergedCart, mergeCarts } from './merge-carts.ts'
import { noteAccess } from './note-access.ts'
import { type NewSession, startSession } from './start-session.ts'

export type SignIn = {
  customerId: number
  method: AccessMethod
  isRemembered: boolean
  /** Whose cart the visitor had as a guest. */
  cart: CartOwner
}

export type SignedIn = {
  customer: { id: number; password_version: number }
  session: NewSession
  merged: MergedCart
}

/**
 * What every way of logging in ends with, in the caller's transaction: the guest's cart becomes the customer's, a new session
 * takes the place of the old one, and the access log tells. Spec §4 (session events), decisions §1.5.
 */
export async function signIn(
  tx: Tx,
  { visitor, channel }: Pick<CallContext, 'visitor' | 'channel'>,
  { customerId, method, isRemembered, cart }: SignIn,
): Promise<SignedIn> {
  // held until the end, so that two logins of one customer do not merge into the same cart at once
  const customer = await tx
    .selectFrom('customers')
    .select(['id', 'password_version'])
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const merged = await mergeCarts(tx, channel, customerId, cart)
  const session = await startSession(tx, customerId, { isRemembered, replaced: visitor.sessionId })
  await noteAccess(tx, visitor, { event: 'login', customerId, method, sessionId: session.id })
  return { customer, session, merged }
}

const tries = 3

/**
 * The transaction of a login, again when a cart or an account was made in its way at this very moment.
 * @throws what `run` throws.
 */
export async function inSignIn<Result>(db: Db, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await retrySerialization(() => db.transaction().execute(run))
    } catch (thrown) {
      if (attempt === tries || !isInTheWay(thrown)) throw thrown
    }
  }
}

const isInTheWay = (thrown: unknown) =>
  ['carts_one_open_per_customer', 'customers_email_key', 'customers_phone_key'].includes(
    (thrown as { constraint?: string }).constraint ?? '',
  )
