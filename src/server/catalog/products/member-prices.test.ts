import { expect, test } from 'vitest'
import { register } from '#harness/customers.ts'
import type { Guest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'

const shop = await openShop({ seed: true, pages: true, pageCache: true })
const { db, services } = shop
const { admin } = await signedInStaff(shop, 'owner')

let made = 0

/** Goods for ₹500, and for ₹420 in a group, with ₹400 from three pieces; one member of it and one other customer. */
async function open() {
  made += 1
  const name = `Quillwort${made}`
  const { product_id: variation_id } = await makeProduct(db, { name, stock: 100 })
  const { product_id, slug } = await db
    .selectFrom('variations')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_id', 'slug'])
    .where('variations.id', '=', variation_id)
    .executeTakeFirstOrThrow()
  await db.transaction().execute((tx) => noteChange(tx, ['listing', `product:${product_id}`]))
  const [member, other] = [shop.guest(), shop.guest()]
  const [person] = [await register(member), await register(other)]
  const group = `Trade ${made}`
  ok(await admin.adminCustomers.organize({ ids: [person.id], add_groups: [group] }))
  const { id: customer_group } = await db
    .selectFrom('customer_groups')
    .select('id')
    .where('name', '=', group)
    .executeTakeFirstOrThrow()
  const items = [
    { variation_id, min_quantity: 1, price: 42_000 },
    { variation_id, min_quantity: 3, price: 40_000 },
  ]
  const list = ok(await admin.adminPriceLists.create({ values: { name: group, customer_group, items } }))
  await services.changes.catchUp()
  return { name, slug, variation_id, group, customer_group, list, person, member, other }
}
type Opened = Awaited<ReturnType<typeof open>>

const pathsOf = ({ slug, name }: Opened) => [
  `/product/${slug}`,
  `/product/${slug}/_payload.json?test`,
  `/search?query=${name}`,
  `/search/_payload.json?test&query=${name}`,
]

/** What a page says the goods cost, and how it may be stored. */
async function look(as: Pick<Guest, 'cookies'>, url: string, headers: Record<string, string> = {}) {
  const reply = await shop.app.inject({
    url,
    headers: {
      'sec-fetch-site': 'same-origin',
      cookie: [...as.cookies].map((pair) => pair.join('=')).join('; '),
      ...headers,
    },
  })
  const price = /₹(420|500)\b|"(?:amount|price)":(42000|50000)\b/.exec(reply.body)
  return {
    status: reply.statusCode,
    price: Number(price?.[1] ?? Number(price?.[2]) / 100),
    caching: String(reply.headers['cache-control']),
    etag: reply.headers.etag,
  }
}

test('members see their prices on product, listing and search, and no page of theirs is sent to anyone else', async () => {
  const opened = await open()
  const { member, other } = opened
  const guest = shop.guest()
  for (const path of pathsOf(opened)) {
    // The cache is empty: the member is the first to ask.
    const own = await look(member, path)
    expect([path, own.price, own.caching]).toEqual([path, 420, 'private, no-store'])
    for (const visitor of [guest, other, guest]) expect((await look(visitor, path)).price, path).toBe(500)
    const { etag } = await look(guest, path)
    // A copy of the page for everyone in the member's browser is not confirmed.
    const again = await look(member, path, etag ? { 'if-none-match': String(etag) } : {})
    expect([again.status, again.price]).toEqual([200, 420])
  }
})

test('simultaneous requests of members, customers, guests and forged sessions are never answered with a page of another', async () => {
  const opened = await open()
  const { member, other } = opened
  const guest = shop.guest()
  const sid = '__Host-sid'
  const session = member.cookies.get(sid) ?? expect.fail('The member has no session')
  const changed = session.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
  const forged = [
    new Map([[sid, '0']]),
    new Map([[sid, 'a'.repeat(session.length)]]),
    new Map([[sid, changed]]),
    new Map([['x-sid', session]]),
    new Map([['sid', session]]),
    new Map([[sid, encodeURIComponent('é').repeat(1_000)]]),
  ].map((cookies) => ({ cookies }))
  const visitors = [member, guest, other, member, ...forged]
  for (let round = 0; round < 3; round++) {
    await db.transaction().execute((tx) => noteChange(tx, ['listing', 'storefront']))
    await services.changes.catchUp()
    const asked = pathsOf(opened).flatMap((path) => visitors.map((visitor) => ({ path, visitor })))
    const seen = await Promise.all(
      asked.map(async ({ path, visitor }) => [path, (await look(visitor, path)).price]),
    )
    expect(seen).toEqual(asked.map(({ path, visitor }) => [path, visitor === member ? 420 : 500]))
  }
})

test('the API and the cart have the prices of the caller; filters and sorting go by the price for everyone', async () => {
  const opened = await open()
  const { slug, name, variation_id, member, other } = opened
  const priceOf = async ({ api }: typeof member) => {
    const { channel, variations } = ok(await api.product.single({ id: slug }))
    const found = ok(
      await api.search.products({ query: name, filters: { price: { min: 50_000, max: 50_000 } } }),
    )
    const cart = ok(await api.cart.addItem({ product_id: variation_id }))
    return {
      page: channel,
      tiers: variations.combinations[0]?.price_tiers?.map(({ price }) => price.amount),
      card: found.products.data[0]?.channel.selling_price.amount,
      cart: cart.items[0]?.unit_price.amount,
    }
  }
  expect(await priceOf(member)).toMatchObject({
    page: { selling_price: { amount: 42_000 }, mrp: { amount: 42_000 }, discount_percent: 0 },
    ...{ tiers: [40_000], card: 42_000, cart: 42_000 },
  })
  expect(await priceOf(other)).toMatchObject({
    page: { selling_price: { amount: 50_000 } },
    ...{ tiers: undefined, card: 50_000, cart: 50_000 },
  })
})

test('a member who adds goods as a guest has the own price after the login, without a notice, and pays a tier', async () => {
  const { variation_id, person } = await open()
  const { api } = shop.guest()
  ok(await api.cart.addItem({ product_id: variation_id, quantity: 2 }))
  ok(await api.auth.login(person.login))
  expect(ok(await api.cart.get({})).items).toMatchObject([
    { unit_price: { amount: 42_000 }, previous_unit_price: null },
  ])
  expect(ok(await api.cart.addItem({ product_id: variation_id })).items).toMatchObject([
    { quantity: 3, unit_price: { amount: 40_000 }, previous_unit_price: null },
  ])
})

test('who leaves a group sees the prices for everyone at once, and the cart names the change', async () => {
  const opened = await open()
  const { slug, variation_id, group, person, member } = opened
  ok(await member.api.cart.addItem({ product_id: variation_id }))
  ok(await admin.adminCustomers.organize({ ids: [person.id], remove_groups: [group] }))
  expect((await look(member, `/product/${slug}`)).price).toBe(500)
  expect(ok(await member.api.cart.get({})).items).toMatchObject([
    { unit_price: { amount: 50_000 }, previous_unit_price: { amount: 42_000 } },
  ])
})

test('a list for a group is followed when it is switched off, and its group cannot be deleted before it', async () => {
  const opened = await open()
  const { slug, group, customer_group, list, member } = opened
  const { segments: _, groups } = ok(await admin.adminCustomerSegments.list())
  const { version } = groups.find(({ id }) => id === customer_group) ?? expect.fail('The group is gone')
  expect(await admin.adminCustomerSegments.removeGroup({ id: customer_group, version })).toMatchObject({
    status: 'error',
    code: 'IN_USE',
    message: `${group} is a condition of ${group}`,
  })
  ok(await admin.adminPriceLists.update({ ...list, values: { ...list.values, is_active: false } }))
  await services.changes.catchUp()
  expect((await look(member, `/product/${slug}`)).price).toBe(500)
})

test('a list for a group that is gone is refused at its field', async () => {
  expect(
    await admin.adminPriceLists.create({ values: { name: 'Gone', customer_group: 999_999 } }),
  ).toMatchObject({
    status: 'error',
    errors: { 'values.customer_group': ['The group has been deleted. Please choose another one.'] },
  })
})
