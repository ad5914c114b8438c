import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { euCountries } from '#contract/rules/withdrawal.ts'
import { addChannel } from '#harness/channels.ts'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { noteListPrices } from '../price-lists/note-prices.ts'

const shop = withCheckout(await openShop({ seed: 'small' }))
const { db } = shop
const { adminChannels, adminProducts } = (await signedInStaff(shop, 'owner')).admin
const { id: variation_id } = await shop.product({ price: 10_000 })

const HOURS = 30 * 24

/** As if the prices so far had been set `hours` earlier. */
const age = (hours: number) =>
  withoutTrigger(
    sql`update price_history set since = since - make_interval(hours => ${hours}), until = until - make_interval(hours => ${hours})`,
    sql`update prices set since = since - make_interval(hours => ${hours})`,
  )

const withoutTrigger = (...statements: RawBuilder<unknown>[]) =>
  db.transaction().execute(async (tx) => {
    await sql`alter table price_history disable trigger user`.execute(tx)
    for (const statement of statements) await statement.execute(tx)
    await sql`alter table price_history enable trigger user`.execute(tx)
  })

type Price = { selling_price: number; mrp: number }

const setPrice = (channel_id: number, price: Price) =>
  db
    .insertInto('prices')
    .values({ variation_id, channel_id, ...price })
    .onConflict((conflict) => conflict.columns(['variation_id', 'channel_id']).doUpdateSet(price))
    .execute()

const removePrice = (channel_id: number) =>
  db
    .deleteFrom('prices')
    .where('variation_id', '=', variation_id)
    .where('channel_id', '=', channel_id)
    .execute()

/** The struck-through price in a channel, with the rule of its country. */
async function shownMrp(channel_id: number) {
  const { rows } = await sql<{ mrp: number }>`
    select mrp from shown_prices where variation_id = ${variation_id} and channel_id = ${channel_id}`.execute(
    db,
  )
  return rows[0]?.mrp
}

/**
 * The same from the price of each hour. The reduction began in the first hour since which the price has been the same one and
 * below its compare price.
 */
function struckThrough(hours: readonly (Price | undefined)[]): number | undefined {
  const last = hours.at(-1)
  if (!last || last.mrp <= last.selling_price) return last?.selling_price
  const isSame = (hour: Price | undefined) =>
    hour !== undefined && hour.selling_price === last.selling_price && hour.mrp > hour.selling_price
  const before = hours.findLastIndex((hour) => !isSame(hour)) + 1
  const charged = hours
    .slice(Math.max(0, before - HOURS), before)
    .flatMap((hour) => hour?.selling_price ?? [])
  return Math.max(last.selling_price, charged.length > 0 ? Math.min(...charged) : 0)
}

const price = fc.option(
  fc.record({ selling_price: fc.integer({ min: 0, max: 6 }), above: fc.integer({ min: 0, max: 3 }) }),
  { nil: undefined, freq: 8 },
)
/** Either the channel's own price, or that of a list. */
const change = fc.record({
  hours: fc.oneof(fc.integer({ min: 1, max: 40 * 24 }), fc.constantFrom(1, HOURS - 1, HOURS, HOURS + 1)),
  to: fc.oneof(
    fc.record({ price }),
    fc.record({ list: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }) }),
  ),
})

test('the struck-through price is the lowest of the 30 days before the reduction, after any prices of the channel and of lists', async () => {
  const channel = await addChannel(shop)
  const { id: price_list_id } = await db
    .insertInto('price_lists')
    .values({ channel_id: channel, name: 'Sale', starts_at: new Date(0), is_shown: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const setListPrice = async (listed: number | undefined) => {
    await db.deleteFrom('price_list_items').where('price_list_id', '=', price_list_id).execute()
    if (listed !== undefined)
      await db.insertInto('price_list_items').values({ price_list_id, variation_id, price: listed }).execute()
  }
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      await setListPrice(undefined)
      await removePrice(channel)
      await withoutTrigger(sql`delete from price_history where channel_id = ${channel}`)
      const hours: (Price | undefined)[] = []
      let own: Price | undefined
      let list: number | undefined
      const charged = () =>
        own && { ...own, selling_price: Math.min(own.selling_price, list ?? own.selling_price) }
      for (const { hours: gap, to } of changes) {
        await age(gap)
        const current = charged()
        hours.push(...Array.from({ length: gap }, () => current))
        if ('price' in to) {
          own = to.price && {
            selling_price: to.price.selling_price,
            mrp: to.price.selling_price + to.price.above,
          }
          await (own ? setPrice(channel, own) : removePrice(channel))
        } else {
          list = to.list
          await setListPrice(list)
        }
        expect(await shownMrp(channel), 'before the history has it').toBe(
          struckThrough([...hours, charged()]),
        )
        await noteListPrices(shop.services)
        expect(await shownMrp(channel)).toBe(struckThrough([...hours, charged()]))
      }
    }),
    { numRuns: 60 },
  )
})

test('a channel with the rule shows the lowest price of 30 days as the struck-through price, and the compare price without it', async () => {
  const { id: channel } = await db
    .selectFrom('channels')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  const follow = async (omnibus: 'by_country' | 'on' | 'off') => {
    const { values, version } = ok(await adminChannels.get({ id: channel }))
    ok(await adminChannels.update({ id: channel, version, values: { ...values, omnibus } }))
    await shop.changes.catchUp()
  }
  const shown = async () => {
    const who = shop.guest()
    const cart = ok(await who.api.cart.addItem({ product_id: variation_id }))
    const product = ok(await who.api.product.single({ id: String(variation_id) }))
    const listing = ok(await who.api.shop.listing({ id: 'shop-online', sort: 'discount' }))
    const card = listing.products.data.find(({ id }) => id === variation_id)
    const reductions = [product, card, cart.items[0]?.product].map((one) => [
      one?.channel.mrp.amount,
      one?.channel.discount_percent,
    ])
    expect(product.variations.combinations[0]?.mrp.amount).toBe(product.channel.mrp.amount)
    expect(reductions).toEqual(Array.from({ length: 3 }, () => reductions[0]))
    return reductions[0]
  }
  await setPrice(channel, { selling_price: 10_000, mrp: 10_000 })
  await age(50)
  await setPrice(channel, { selling_price: 8_000, mrp: 20_000 })
  await follow('by_country')
  expect(await shown()).toEqual([20_000, 60])
  await follow('on')
  expect(await shown()).toEqual([10_000, 20])
  // A higher price with a compare price is no reduction, whatever it was compared with.
  await age(50)
  await setPrice(channel, { selling_price: 9_000, mrp: 20_000 })
  expect(await shown()).toEqual([9_000, 0])
  await follow('off')
  expect(await shown()).toEqual([20_000, 55])
})

test('the database has the rule on in the member states of the EU', async () => {
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${sql.val([...euCountries, 'IN', 'GB', 'CH', 'NO'])}::text[]) code where is_in_eu(code)`.execute(
    db,
  )
  expect(rows.map(({ code }) => code)).toEqual(euCountries)
})

test('the history of prices refuses every change, and outlives its variation', async () => {
  await setPrice(1, { selling_price: 1_000, mrp: 1_000 })
  const kept = () =>
    sql<{
      n: number
    }>`select count(*)::integer as n from price_history where variation_id = ${variation_id}`.execute(db)
  const before = (await kept()).rows[0]?.n ?? 0
  await expect(sql`update price_history set selling_price = 1`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`delete from price_history`.execute(db)).rejects.toThrow('append-only')
  await removePrice(1)
  expect((await kept()).rows[0]?.n).toBe(before + 1)
})

test('the content of a variation gives its price per unit on product, card and cart line, and is refused without a unit', async () => {
  const { id, name } = await shop.product({ price: 24_500 })
  const { product_id } = await db
    .selectFrom('variations')
    .select('product_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const save = async (content: string | undefined) => {
    const { values, version } = ok(await adminProducts.get({ id: product_id }))
    const variations = values.variations.map(({ content: _stored, ...one }) => ({
      ...one,
      ...(content !== undefined && { content }),
    }))
    return adminProducts.update({ id: product_id, version, values: { ...values, variations } })
  }
  const who = shop.guest()
  ok(await who.api.cart.addItem({ product_id: id }))
  const shown = async () => {
    await shop.changes.catchUp()
    const product = ok(await who.api.product.single({ id: String(id) }))
    const listing = ok(await who.api.shop.listing({ id: 'shop-online', sort: 'newest' }))
    const [line] = ok(await who.api.cart.get({})).items
    return {
      product: product.price_per_unit,
      variation: product.variations.combinations[0]?.price_per_unit,
      card: listing.products.data.find((one) => one.id === id)?.note,
      line: line?.fields,
    }
  }
  expect(await shown(), name).toEqual({
    product: undefined,
    variation: undefined,
    card: undefined,
    line: undefined,
  })

  ok(await save(' 500 G'))
  const unit = {
    text: '₹49 per 100\u00a0g',
    price: { amount: 4_900, currency: 'INR' },
    content: '500 g',
    base: '100 g',
  }
  const measured = {
    product: unit,
    variation: unit,
    card: unit.text,
    line: [{ label: 'Unit price', value: unit.text }],
  }
  expect(await shown()).toEqual(measured)
  // A client that does not know the field leaves it as it is.
  ok(await save(undefined))
  expect(await shown()).toEqual(measured)
  expect(await save('2 oz')).toMatchObject({
    status: 'error',
    errors: { 'values.variations.0.content': [expect.stringContaining('250 ml')] },
  })
  ok(await save(''))
  expect((await shown()).product).toBeUndefined()
})
