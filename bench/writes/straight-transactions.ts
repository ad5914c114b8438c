import { randomUUID } from 'node:crypto'
import { addItem } from '#server/commerce/cart/add-item.ts'
import { readCart } from '#server/commerce/cart/store/read-cart.ts'
import { placeOrder } from '#server/commerce/checkout/place-order.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { readMailLook } from '#server/platform/notify/mail-look.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { noPlugins } from '#server/shop/plugins/registry.ts'
import { newSession, type PreparedCart } from './prepare-carts.ts'
import { recordStatements } from './record-statements.ts'
import { asRecorded, createReplay } from './replay.ts'

/** An add of one piece; without a session it makes the cart. */
export type AddJob = { session: string | null; variationId: number }

/** The shop's own statements of an add, recorded once with `cart`. Values are those of `add-item.ts` and `touch-cart.ts`. */
export async function straightAdd(db: Db, cart: PreparedCart, variationId: number) {
  const scope = await scopeOf(db, cart)
  // Reads the promotions of the channel, which a shop that is up has in memory.
  await readCart(db, scope)
  const statements = await record(() =>
    addItem(
      db,
      { scope, version: undefined },
      { variationId, quantity: 1, customised: null, confirmedAge: 0 },
    ),
  )
  const replay = createReplay<AddJob>(statements, {
    'touch or make cart': ([channel, customer], { session }) => [channel, customer, session, newSession()],
    'put cart line': ([, , ...rest], job, { rows }) => [
      rows['touch or make cart']?.id,
      job.variationId,
      ...rest,
    ],
    'cart by id': ([country, timeZone], _, { rows }) => [country, timeZone, rows['touch or make cart']?.id],
    'gifts of cart': ([, ...rest], _, { rows }) => [rows['touch or make cart']?.id, ...rest],
  })
  return { replay, count: statements.length }
}

/** The shop's own statements of an order of two lines and a coupon, recorded once with `cart`. */
export async function straightOrder(db: Db, cart: PreparedCart) {
  const scope = await scopeOf(db, cart)
  await readCart(db, scope)
  const request = { version: 1, idempotency_key: randomUUID(), accept_tnc: true, confirmed_age: 0 }
  const recorded = { cart, orderId: 0 }
  const look = await readMailLook({ db, config: { storeUrl: 'http://localhost:3000' } })
  const mails = {
    look,
    secrets: { tokenSecret: 'a-secret-that-is-only-good-for-measuring-0123' },
    plugins: noPlugins,
  }
  const statements = await record(async () => {
    recorded.orderId = (await placeOrder(db, scope, request, mails)).order_id
  })
  const as = (text: unknown, job: PreparedCart) => forCart(String(text), recorded.cart, job)
  const replay = createReplay<PreparedCart>(statements, {
    'lock cart for order': ([channel, customer], { session }) => [channel, customer, session],
    'stored order reply': () => [randomUUID()],
    'cart by id': ([country, timeZone], { id }) => [country, timeZone, id],
    'gifts of cart': ([, ...rest], { id }) => [id, ...rest],
    'checkout settings': asRecorded,
    'address rules of country': asRecorded,
    'take stock': ([, quantity], { variationIds }, { times }) => [
      variationIds.toSorted((a, b) => a - b)[times],
      quantity,
    ],
    'take coupon': asRecorded,
    'keep coupon use': ([, coupon], _, { rows }) => [rows['insert order']?.id, coupon],
    'insert order': ([order, items], job) => [as(order, job), as(items, job)],
    'finish order': ([, messages, , hash, reply], { id }, { rows }) => [
      id,
      String(messages).replaceAll(`"order_id":${recorded.orderId}`, `"order_id":${rows['insert order']?.id}`),
      randomUUID(),
      hash,
      reply,
    ],
  })
  return { replay, count: statements.length }
}

async function record(work: () => Promise<unknown>) {
  const recording = recordStatements()
  try {
    await work()
  } finally {
    recording.stop()
  }
  return recording.stop()
}

async function scopeOf(db: Db, { session }: PreparedCart) {
  const channel = await readDefaultChannel(db)
  return { channel, owner: { customerId: null, sessionId: session, isFromCookie: true } }
}

/** The rows of an order as JSON, of another cart with other variations. */
function forCart(text: string, from: PreparedCart, to: PreparedCart): string {
  const variations = new Map(from.variationIds.map((id, at) => [String(id), String(to.variationIds[at])]))
  return text
    .replace(`"cart_id":${from.id},`, `"cart_id":${to.id},`)
    .replace(/"variation_id":(\d+)/g, (_, id: string) => `"variation_id":${variations.get(id)}`)
}
