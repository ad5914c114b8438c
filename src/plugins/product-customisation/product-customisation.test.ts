import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { previewPathOf } from '#contract/rules/customisation-image.ts'
import type { Guest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { deleteUnusedImages } from '#server/commerce/customisation/delete-unused-images.ts'
import { createSecurityHeaders } from '#server/http/security-headers.ts'
import { serveMedia } from '#server/http/static/media.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { productCustomisationPlugin } from './server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-customised-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const plugins = [productCustomisationPlugin]
const shop = withOrders(
  await openShop({
    seed: true,
    pages: true,
    plugins,
    config: { dataDir },
    extend: (app, _, { files, config }) =>
      serveMedia(app, { files, headers: createSecurityHeaders({ storeUrl: config.storeUrl }) }),
  }),
)
const { db, pool, services } = shop

async function switchPlugin(is_active: boolean) {
  await writePlugin(db, plugins, { module_name: 'ProductCustomisation', is_active })
  await services.changes.catchUp()
}
await switchPlugin(true)

const variationOf = (slug: string) =>
  db
    .selectFrom('variations')
    .innerJoin('products', 'products.id', 'variations.product_id')
    .select('variations.id')
    .where('products.slug', '=', slug)
    .executeTakeFirstOrThrow()
const tote = await variationOf('your-picture-tote')
const planter = await variationOf('veranda-planter')

/** A wide photo with a location in its metadata: red on the left, blue on the right. */
const photo = ({ width = 2_000, height = 1_300 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#c00000' } })
    .composite([
      {
        input: { create: { width: width / 2, height, channels: 3, background: '#0000c0' } },
        left: width / 2,
        top: 0,
      },
    ])
    .withExif({ IFD3: { GPSLatitudeRef: 'N' }, IFD0: { Artist: 'Asha' } })
    .jpeg()
    .toBuffer()

type Fields = Record<string, string | number>

async function upload(shopper: Pick<Guest, 'request'>, image: Buffer | undefined, fields: Fields = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ product_id: tote.id, ...fields }))
    form.set(name, String(value))
  if (image) form.set('image', new File([new Uint8Array(image)], 'photo.jpg'))
  const request = new Request('http://shop/', { method: 'POST', body: form })
  return shopper.request({
    method: 'POST',
    url: '/api/plugins/ProductCustomisation/uploadImage',
    headers: { 'content-type': request.headers.get('content-type') ?? '', 'x-requested-with': 'fetch' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

type Uploaded = { image_path: string; url: string; width: number; height: number }
const uploaded = async (shopper: Pick<Guest, 'request'>, fields?: Fields) =>
  ((await upload(shopper, await photo(), fields)).body as { data: Uploaded }).data

const add = ({ api }: Pick<Guest, 'api'>, image_path?: string) =>
  api.cart.addItem({ product_id: tote.id, ...(image_path ? { additonal_data: { image_path } } : {}) })

async function place({ api }: Pick<Guest, 'api'>) {
  const { version } = ok(await api.cart.get())
  return api.checkout.placeOrder({ version, idempotency_key: crypto.randomUUID(), accept_tnc: true })
}

/** At the payment step, with a plain product in the cart. */
const shopperAtPayment = async () => shop.guestAtPayment(await shop.productWith(5), 'cod')

test('add-item refuses a product without its required picture', async () => {
  const shopper = shop.guest()

  expect(await add(shopper)).toMatchObject({
    status: 'error',
    code: 'CUSTOMISATION_INVALID',
    message: 'Your picture is required',
  })
})

/** Posts the buy form of the product page as a browser without scripts does. */
async function postBuyForm(shopper: Pick<Guest, 'request'>, image: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ product_id: tote.id, quantity: 1 }))
    form.set(name, String(value))
  form.set('image', new File([new Uint8Array(image)], 'photo.jpg'))
  const request = new Request('http://shop/', { method: 'POST', body: form })
  return shopper.request({
    method: 'POST',
    url: '/forms/add-to-cart',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}

test('the buy form without scripts uploads the picture, cropped to the product’s ratio, and adds the item', async () => {
  const shopper = shop.guest()

  const posted = await postBuyForm(shopper, await photo())

  expect([posted.status, posted.headers.location]).toEqual([303, '/cart'])
  const { items } = ok(await shopper.api.cart.get())
  const path = items[0]?.additonal_data?.image_path ?? ''
  expect(path).toMatch(/^customisation\//)
  const { width = 0, height = 0, exif } = await sharp(await services.files.read(path)).metadata()
  expect(width).toBe(height)
  expect(exif).toBeUndefined()
})

test('the buy form without scripts leads to the cart with the reason when the picture is too small', async () => {
  const shopper = shop.guest()

  const posted = await postBuyForm(shopper, await photo({ width: 100, height: 80 }))

  expect([posted.status, posted.headers.location]).toEqual([303, '/cart?posted=1'])
  const { message } = JSON.parse(decodeURIComponent(shopper.cookies.get('__Host-posted_form') ?? 'null'))
  expect(message).toMatch(/at least \d+ × \d+ pixels/)
  expect(ok(await shopper.api.cart.get()).items).toEqual([])
})

test('place-order refuses a line without its required picture and names the product', async () => {
  const shopper = await shopperAtPayment()
  ok(await add(shopper, (await uploaded(shopper)).image_path))
  await db
    .updateTable('cart_items')
    .set({ customisation: null })
    .where('variation_id', '=', tote.id)
    .execute()

  expect(await place(shopper)).toMatchObject({
    status: 'error',
    code: 'CART_INVALID',
    message: expect.stringMatching(/^Your Picture Tote.*: Your picture is required/),
    data: { step: 'cart' },
  })
})

test('an uploaded picture is cropped to the product’s ratio, without metadata, at an unlisted private address', async () => {
  const shopper = shop.guest()
  const { image_path, url, width, height } = await uploaded(shopper)

  expect([width, height]).toEqual([1_300, 1_300])
  const file = await services.files.read(image_path)
  expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 1_300 })
  expect(await sharp(file).metadata()).not.toHaveProperty('exif')
  const shown = await shopper.request({ method: 'GET', url })
  expect(shown).toMatchObject({
    status: 200,
    headers: {
      'cache-control': 'private, max-age=3600',
      'x-robots-tag': 'noindex',
      'content-type': 'image/webp',
    },
  })
  expect((await shopper.request({ method: 'GET', url: `/media/${previewPathOf(image_path)}` })).status).toBe(
    200,
  )
})

test('a chosen crop keeps that part of the picture', async () => {
  const shopper = shop.guest()
  const large = await photo({ width: 5_200, height: 2_600 })

  const { body } = await upload(shopper, large, { crop_x: 0.5, crop_y: 0, crop_width: 0.5 })

  const { image_path, width, height } = (body as { data: Uploaded }).data
  expect([width, height]).toEqual([2_400, 2_400])
  const { dominant } = await sharp(await services.files.read(image_path)).stats()
  expect(dominant.b).toBeGreaterThan(dominant.r)
})

test('an upload is refused at its field: no file, another type, too small, another product, no header', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')
  const shopper = shop.guest()
  const refusal = (message: string, field = 'image') => ({
    status: 422,
    body: { errors: { [field]: [message] } },
  })

  expect(await upload(shopper, undefined)).toMatchObject(refusal('Please choose a picture'))
  expect(await upload(shopper, svg)).toMatchObject(refusal('Please choose a JPEG, PNG or WebP picture'))
  expect(await upload(shopper, await photo({ width: 1_400, height: 900 }))).toMatchObject(
    refusal('The picture must have at least 1200 × 1200 pixels'),
  )
  expect(await upload(shopper, await photo(), { product_id: planter.id })).toMatchObject(
    refusal('This product cannot be customised with a picture', 'product_id'),
  )
  for (const megabytes of [6, 10])
    expect(await upload(shopper, Buffer.alloc(megabytes * 1_024 * 1_024, 1))).toMatchObject({
      ...refusal('The picture must not be larger than 5 MB'),
      status: 413,
    })
})

test('an upload of two pictures is refused, and none is stored', async () => {
  const shopper = shop.guest()
  const form = new FormData()
  form.set('product_id', String(tote.id))
  for (const name of ['one.jpg', 'two.jpg'])
    form.append('image', new File([new Uint8Array(await photo())], name))
  const request = new Request('http://shop/', { method: 'POST', body: form })

  const reply = await shopper.request({
    method: 'POST',
    url: '/api/plugins/ProductCustomisation/uploadImage',
    headers: { 'content-type': request.headers.get('content-type') ?? '', 'x-requested-with': 'fetch' },
    payload: Buffer.from(await request.arrayBuffer()),
  })

  expect(reply).toMatchObject({
    status: 422,
    body: { errors: { image: ['Please choose one picture only'] } },
  })
})

test('the buy form without scripts refuses a product without its required picture', async () => {
  const shopper = shop.guest()

  const posted = await postBuyForm(shopper, Buffer.alloc(0))

  expect([posted.status, posted.headers.location]).toEqual([303, '/cart?posted=1'])
  const { message } = JSON.parse(decodeURIComponent(shopper.cookies.get('__Host-posted_form') ?? 'null'))
  expect(message).toBe('Your picture is required')
  expect(ok(await shopper.api.cart.get()).items).toEqual([])
})

test('an upload of 40 MB over a socket is refused with the size limit', async () => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const form = new FormData()
  form.set('product_id', String(tote.id))
  form.set('image', new File([new Uint8Array(40 * 1_024 * 1_024)], 'large.jpg'))

  const reply = await fetch(`http://127.0.0.1:${port}/api/plugins/ProductCustomisation/uploadImage`, {
    method: 'POST',
    body: form,
    headers: { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'fetch' },
  })

  expect(reply.status).toBe(413)
  expect(await reply.json()).toMatchObject({
    errors: { image: ['The picture must not be larger than 5 MB'] },
  })
})

test('lines with different pictures stay apart, and an order keeps its picture in order, mail and tracking', async () => {
  const shopper = await shopperAtPayment()
  const [one, two] = [await uploaded(shopper), await uploaded(shopper)]
  ok(await add(shopper, one.image_path))
  ok(await add(shopper, two.image_path))
  const cart = ok(await add(shopper, one.image_path))
  const lines = cart.items.filter(({ product_id }) => product_id === tote.id)
  expect(lines.map(({ quantity, additonal_data }) => [quantity, additonal_data?.image_path])).toEqual([
    [2, one.image_path],
    [1, two.image_path],
  ])

  const { order_id, order_no, token } = ok(await place(shopper))

  const { order } = ok(await shopper.api.orders.item({ order_no, token }))
  expect(order.productchannel.map(({ additonal_data }) => additonal_data?.image_path)).toContain(
    one.image_path,
  )
  const { rows } = await pool.query<{ text: string }>(
    "select text from outbox where order_id = $1 and kind = 'order_placed' and channel = 'mail'",
    [order_id],
  )
  expect(rows[0]?.text).toContain('With your picture')
  const [link = ''] = /\/track-order\/\S+/.exec(rows[0]?.text ?? '') ?? []
  const { body } = await shop.guest().request({ method: 'GET', url: link })
  expect(String(body)).toContain(`/media/${previewPathOf(one.image_path)}`)
})

test('a picture that was not uploaded for the product is refused', async () => {
  const shopper = shop.guest()
  for (const path of ['customisation/2026/11/0unknown.webp', '../secrets.json'])
    expect(await add(shopper, path)).toMatchObject({
      code: 'CUSTOMISATION_INVALID',
      message: 'This picture is not known. Please upload it again',
    })
})

test('abandoned pictures are deleted after a day, those of carts and orders are not', async () => {
  const shopper = await shopperAtPayment()
  const [left, used] = [await uploaded(shopper), await uploaded(shopper)]
  ok(await add(shopper, used.image_path))
  ok(await place(shopper))
  await pool.query("update customisation_images set used_at = now() - interval '25 hours'")

  await deleteUnusedImages(services)

  const exists = (path: string) => existsSync(join(dataDir, 'media', path))
  expect([exists(left.image_path), exists(previewPathOf(left.image_path))]).toEqual([false, false])
  expect([exists(used.image_path), exists(previewPathOf(used.image_path))]).toEqual([true, true])
  expect(await add(shopper, left.image_path)).toMatchObject({ code: 'CUSTOMISATION_INVALID' })
})

test('an inactive plugin takes no upload', async () => {
  await switchPlugin(false)
  const reply = await upload(shop.guest(), await photo())
  await switchPlugin(true)

  expect(reply).toMatchObject({ status: 404, body: { code: 'PLUGIN_INACTIVE' } })
})
