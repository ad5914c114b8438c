import { expect, test } from 'vitest'
import { register } from '#harness/customers.ts'
import { openShop } from '#harness/open-shop.ts'
import { makeProduct } from '#harness/products.ts'
import { ok } from '#harness/reply.ts'

const shop = await openShop({ seed: true })
const { db } = shop

const address = {
  address_type: 'Shipping' as const,
  country_id: 101,
  first_name: 'Asha',
  last_name: 'Rao',
  phone: '9876543210',
  address_line_1: '12 MG Road',
  city: 'Bengaluru',
  postcode: '560001',
}

/** A customer with `quantity` of a product in the cart of one browser, and a guest in another. */
async function customerWith(product_id: number, quantity: number) {
  const home = shop.guest()
  const person = await register(home)
  const cart = ok(await home.api.cart.addItem({ product_id, quantity }))
  return { home, person, cart, away: shop.guest() }
}

test('login assigns the guest’s cart when the customer has none', async () => {
  const { product_id } = await makeProduct(db)
  const person = await register(shop.guest())
  const guest = shop.guest()
  const before = ok(await guest.api.cart.addItem({ product_id, quantity: 2 }))
  ok(await guest.api.cart.updateAddress(address))

  const said = await guest.api.auth.login(person.login)

  expect(said).toMatchObject({ message: 'Logged in successfully' })
  const reply = ok(said)
  const cart = ok(await guest.api.cart.get())
  expect(cart).toMatchObject({
    id: before.id,
    customer_id: person.id,
    total_quantity: 2,
    shipping_address: { address_line_1: '12 MG Road' },
  })
  expect(reply.cart_session_id).toBe(cart.cart_session)
  expect(cart.cart_session).not.toBe(before.cart_session)
})

test('login merges two carts: equal products are summed, the others retained', async () => {
  const [both, hers, guests] = [await makeProduct(db), await makeProduct(db), await makeProduct(db)]
  const { home, person, cart, away } = await customerWith(both.product_id, 2)
  ok(await home.api.cart.addItem(hers))
  const guestCart = ok(await away.api.cart.addItem({ ...both, quantity: 3 }))
  ok(await away.api.cart.addItem(guests))

  const reply = await away.api.auth.login(person.login)

  expect(reply).toMatchObject({
    message: 'Logged in successfully. We added the items from your previous visit to your cart',
  })
  const merged = ok(await away.api.cart.get())
  expect(merged.id).toBe(cart.id)
  expect(merged.items.map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
    [both.product_id, 5],
    [hers.product_id, 1],
    [guests.product_id, 1],
  ])
  expect(ok(await home.api.cart.get())).toEqual(merged)
  expect(await db.selectFrom('carts').select('id').where('id', '=', guestCart.id).execute()).toEqual([])
})

test('login caps merged quantities at stock and limit and names the affected items', async () => {
  const few = await makeProduct(db, { name: 'Moon vase', stock: 4 })
  const limited = await makeProduct(db, { name: 'Tea bowl', max_quantity: 5 })
  const { home, person, away } = await customerWith(few.product_id, 3)
  ok(await home.api.cart.addItem({ ...limited, quantity: 4 }))
  ok(await away.api.cart.addItem({ ...few, quantity: 3 }))
  ok(await away.api.cart.addItem({ ...limited, quantity: 4 }))

  const reply = await away.api.auth.login(person.login)

  expect(reply).toMatchObject({
    message:
      'Logged in successfully. Some items could not be added to your cart in full: Moon vase (4 of 6), Tea bowl (5 of 8)',
  })
  expect(ok(await away.api.cart.get()).items.map(({ quantity }) => quantity)).toEqual([4, 5])
})

test('login leaves out products that sold out in between and names them', async () => {
  const gone = await makeProduct(db, { name: 'Last mug', stock: 1 })
  const { person, away } = await customerWith((await makeProduct(db)).product_id, 1)
  ok(await away.api.cart.addItem(gone))
  await db.updateTable('variations').set({ stock: 0 }).where('id', '=', gone.product_id).execute()

  expect(await away.api.auth.login(person.login)).toMatchObject({
    message:
      'Logged in successfully. Some items could not be added to your cart in full: Last mug (not available)',
  })
  expect(ok(await away.api.cart.get()).total_quantity).toBe(1)
})

test('login keeps the customer’s address and contact and fills gaps from the guest’s cart', async () => {
  const product = await makeProduct(db)
  const { home, person, away } = await customerWith(product.product_id, 1)
  ok(await home.api.cart.updateAddress({ ...address, address_line_1: '1 Home Street' }))
  ok(await home.api.cart.updateContact({ email: 'home@example.com' }))
  ok(await away.api.cart.addItem(product))
  ok(await away.api.cart.updateAddress({ ...address, address_line_1: '2 Office Street' }))
  ok(await away.api.cart.updateContact({ email: 'office@example.com', phone: '9876543210' }))

  ok(await away.api.auth.login(person.login))

  expect(ok(await away.api.cart.get())).toMatchObject({
    shipping_address: { address_line_1: '1 Home Street' },
    email: 'home@example.com',
    phone: '9876543210',
  })
})

test('login does not take over another customer’s cart, whatever cookie it sends', async () => {
  const { cart, home } = await customerWith((await makeProduct(db)).product_id, 2)
  const thief = shop.guest()
  const person = await register(shop.guest())
  thief.cookies.set('__Host-cart_session', home.cookies.get('__Host-cart_session') ?? '')

  const reply = ok(await thief.api.auth.login({ ...person.login, cart_session: cart.cart_session }))

  expect(reply.cart_session_id).toBeNull()
  expect(ok(await thief.api.cart.get()).items).toEqual([])
  expect(ok(await home.api.cart.get()).total_quantity).toBe(2)
})

test('two concurrent logins merge into one cart without losing items', async () => {
  const product = await makeProduct(db)
  const { person } = await customerWith(product.product_id, 1)
  const guests = Array.from({ length: 4 }, () => shop.guest())
  for (const guest of guests) ok(await guest.api.cart.addItem(product))

  await Promise.all(guests.map((guest) => guest.api.auth.login(person.login)))

  for (const guest of guests) expect(ok(await guest.api.cart.get()).total_quantity).toBe(5)
  const open = await db.selectFrom('carts').select('id').where('customer_id', '=', person.id).execute()
  expect(open).toHaveLength(1)
})

test('registration keeps the guest’s cart', async () => {
  const guest = shop.guest()
  ok(await guest.api.cart.addItem({ ...(await makeProduct(db)), quantity: 2 }))
  const { id } = await register(guest)
  expect(ok(await guest.api.cart.get())).toMatchObject({ customer_id: id, total_quantity: 2 })
})

test('logout empties the visible cart and the next login restores it', async () => {
  const { home, person } = await customerWith((await makeProduct(db)).product_id, 2)
  ok(await home.api.auth.logout())
  expect(ok(await home.api.cart.get())).toMatchObject({ id: null, items: [] })
  ok(await home.api.auth.login(person.login))
  expect(ok(await home.api.cart.get()).total_quantity).toBe(2)
})

test('login keeps the customer’s coupon while it applies, otherwise uses the guest’s', async () => {
  const coupon = {
    channel_id: 1,
    title: 'Ten',
    type: 'percentage' as const,
    value: 10,
    starts_at: new Date(0),
  }
  const ends_at = new Date('2100-01-01')
  await db
    .insertInto('coupons')
    .values([
      { ...coupon, ends_at, code: 'HOME10' },
      { ...coupon, ends_at, code: 'AWAY10' },
    ])
    .execute()
  const product = await makeProduct(db)
  const { home, person, away } = await customerWith(product.product_id, 1)
  ok(await home.api.cart.couponsApply({ code: 'HOME10' }))
  const couponAfterLogin = async () => {
    ok(await away.api.cart.addItem(product))
    ok(await away.api.cart.couponsApply({ code: 'AWAY10' }))
    ok(await away.api.auth.login(person.login))
    const cart = ok(await away.api.cart.get())
    ok(await away.api.auth.logout())
    return cart.coupon?.code
  }

  expect(await couponAfterLogin()).toBe('HOME10')
  await db.updateTable('coupons').set({ is_active: false }).where('code', '=', 'HOME10').execute()
  expect(await couponAfterLogin()).toBe('AWAY10')
})
