import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import type { Guest } from '#harness/guest.ts'
import { openShop } from '#harness/open-shop.ts'
import { withOrders } from '#harness/orders.ts'
import { ok } from '#harness/reply.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import type { ReviewPage } from './contract.ts'
import { publishReview, rejectReview, replyToReview } from './moderate.server.ts'
import { deleteUnusedPhotos } from './photos.server.ts'
import { sendRequests } from './request-review.server.ts'
import { reviewCommand } from './review-command.server.ts'
import { reviewRoutes } from './routes.ts'
import { seedReviews } from './seed-reviews.server.ts'
import { reviewPlugin } from './server.ts'
import { reviewWeb } from './web.ts'

const plugins = [reviewPlugin]
const shop = withOrders(await openShop({ seed: true, pages: true, plugins, webPlugins: [reviewWeb] }))
const { db, pool, services } = shop
const by = { actor: { staffId: null, name: 'editor@example.com', ip: '' } }

async function configure(config: Record<string, unknown> = {}, is_active = true) {
  await writePlugin(db, plugins, { module_name: 'Review', is_active, config })
  await services.changes.catchUp()
}
beforeAll(async () => {
  await db.transaction().execute(async (tx) => seedReviews(tx))
  await configure()
})

type Visitor = Pick<Guest, 'request'>

/** The plugin's calls as this visitor. */
const reviewsOf = (visitor: Visitor) =>
  createClient(
    async ({ method, path, input }) =>
      (
        await visitor.request(
          method === 'GET'
            ? { method, url: `${path}?${new URLSearchParams(input as Record<string, string>)}` }
            : { method: 'POST', url: path, payload: input },
        )
      ).body,
    { review: reviewRoutes },
  ).review

const list = async (slug: string, more: object = {}): Promise<ReviewPage> =>
  ok(await reviewsOf(shop.guest()).productReviews({ slug, ...more }))

/** A customer with a delivered order, and its first item. */
async function buyer() {
  const made = await shop.deliveredOrder({ quantity: 1 })
  const { purchases } = ok(await reviewsOf(made).mine({ order_no: made.order_no }))
  const [purchase] = purchases
  if (!purchase) throw new Error('The delivered order has no item to review')
  const item = { product_id: purchase.product_id ?? 0, order_item_id: purchase.order_item_id ?? undefined }
  const rate = (fields: Record<string, unknown>) => reviewsOf(made).rateProduct({ ...item, fields })
  return { ...made, item, slug: purchase.slug, rate }
}

const entries = { rating: 5, title: 'Good', comment: 'Fits well' }
const ratingOf = async (slug: string) =>
  (
    await pool.query<{ rating_average: string | null; rating_count: number }>(
      'select rating_average, rating_count from products where slug = $1',
      [slug],
    )
  ).rows[0]

/** The body of a review's form, with files. */
async function bodyOf(fields: Record<string, string>, photos: Buffer[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const photo of photos) form.append('photos', new File([new Uint8Array(photo)], 'photo.png'))
  const request = new Request('http://shop/', { method: 'POST', body: form })
  return {
    contentType: request.headers.get('content-type') ?? '',
    payload: Buffer.from(await request.arrayBuffer()),
  }
}

/** Posts the form of a review as a page without scripts does. */
async function post(visitor: Visitor, fields: Record<string, string>, photos: Buffer[] = []) {
  const { contentType, payload } = await bodyOf(fields, photos)
  return visitor.request({
    method: 'POST',
    url: '/forms/plugins/review/rate-product',
    headers: { 'content-type': contentType, accept: 'text/html' },
    payload,
  })
}

const picture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a53' } })
    .png()
    .withExif({ IFD0: { Artist: 'Asha' } })
    .toBuffer()

test('the demo shop’s reviews agree with the ratings of its products', async () => {
  const { rows } = await pool.query<{ slug: string; rating_average: string; rating_count: number }>(
    'select slug, rating_average, rating_count from products where rating_count > 0',
  )
  expect(rows.length).toBeGreaterThan(50)
  for (const { slug, rating_average, rating_count } of rows.slice(0, 8)) {
    const { total_reviews, overall_rating } = await list(slug)
    expect({ total_reviews, overall_rating }).toEqual({
      total_reviews: rating_count,
      overall_rating: Number(rating_average),
    })
  }
  const { rows: total } = await pool.query<{ sum: number }>(
    'select sum(rating_count)::int as sum from products',
  )
  expect(total[0]?.sum).toBe(164)
})

test('review fields come from the configuration', async () => {
  const reply = ok(await reviewsOf(shop.guest()).fields({}))
  expect(reply.map(({ id, name, type }) => [id, name, type])).toEqual([
    [1, 'rating', 'rating'],
    [2, 'title', 'text'],
    [3, 'comment', 'textarea'],
    [4, 'images', 'image'],
  ])
  await expect(configure({ fields: [] })).rejects.toThrow()
})

test('a review is shown and rated only after publication, and an edit returns it to moderation', async () => {
  const { rate, slug } = await buyer()
  const before = await list(slug)

  const { id, status } = ok(await rate(entries))
  expect(status).toBe('pending')
  expect((await list(slug)).total_reviews).toBe(before.total_reviews)

  await publishReview(services, id, by)
  const shown = await list(slug)
  expect(shown.reviews.data[0]).toMatchObject({
    id,
    author: 'Asha R.',
    is_verified_purchase: true,
    fields: entries,
    images: [],
    reply: null,
  })
  expect(shown.total_reviews).toBe(before.total_reviews + 1)
  expect(await ratingOf(slug)).toMatchObject({ rating_count: shown.total_reviews })

  const edited = ok(await rate({ ...entries, rating: 1 }))
  expect(edited).toEqual({ id, status: 'pending' })
  expect((await list(slug)).total_reviews).toBe(before.total_reviews)
  expect(await ratingOf(slug)).toMatchObject({ rating_count: before.total_reviews })
})

test('only customers who received the product can review it, unless reviews are open', async () => {
  const { rate, item, order_no } = await buyer()
  ok(await rate(entries))
  const other = await shop.orderOf({ quantity: 1 })
  const requested = { product_id: item.product_id, fields: entries }

  expect(await reviewsOf(shop.guest()).rateProduct(requested)).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await reviewsOf(other).rateProduct(requested)).toMatchObject({ code: 'NOT_PURCHASED' })
  expect(
    await reviewsOf(other).rateProduct({ ...requested, order_item_id: item.order_item_id }),
  ).toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(ok(await reviewsOf(other).mine({ order_no })).purchases).toEqual([])
  // Ordered, not yet delivered.
  expect(await reviewsOf(other).rateProduct({ ...requested, product_id: other.product.id })).toMatchObject({
    code: 'NOT_PURCHASED',
  })

  await configure({ review_open: true })
  const { id } = ok(await reviewsOf(other).rateProduct(requested))
  const again = ok(await reviewsOf(other).rateProduct(requested))
  await configure()
  expect(again.id).toBe(id)
  const { rows } = await pool.query('select is_verified from reviews where id = $1', [id])
  expect(rows).toEqual([{ is_verified: false }])
})

test('invalid entries are refused at their fields', async () => {
  const { rate } = await buyer()
  const refused = async (fields: Record<string, unknown>) => {
    const reply = await rate(fields)
    return reply.status === 'error' ? Object.keys(reply.errors ?? {}) : []
  }

  expect(await refused({ rating: 6, comment: 'x' })).toEqual(['rating'])
  expect(await refused({ rating: 2.5, comment: '' })).toEqual(['rating', 'comment'])
  expect(await refused({ ...entries, title: 'x'.repeat(81) })).toEqual(['title'])
  expect(await refused({ ...entries, title: ['x'] })).toEqual(['title'])
  expect(await refused({ ...entries, extra: 'x' })).toEqual(['extra'])
  expect(await refused({ ...entries, images: ['review/2026/11/rforeign.webp'] })).toEqual(['images'])
})

test('photos are re-encoded, private until publication and hidden again after rejection', async () => {
  const made = await buyer()
  const posted = await post(
    made,
    {
      product_id: String(made.item.product_id),
      order_item_id: String(made.item.order_item_id),
      'fields.rating': '4',
      'fields.comment': 'See the photo',
      page: '/account/reviews',
    },
    [await picture()],
  )
  expect(posted).toMatchObject({ status: 303 })
  expect(posted.headers.location).toMatch(/^\/account\/reviews\?posted=/)
  const { purchases } = ok(await reviewsOf(made).mine({ order_no: made.order_no }))
  const { id, images } = purchases[0]?.review ?? { id: 0, images: [] }
  const [path = ''] = images
  expect(images).toHaveLength(1)
  expect(await services.files.find(path)).toBeUndefined()
  const { format, exif } = await sharp(await services.files.read(`${path}.private`)).metadata()
  expect({ format, exif }).toEqual({ format: 'webp', exif: undefined })

  await publishReview(services, id, by)
  expect(await services.files.find(path)).toBeDefined()
  expect((await list(made.slug, { with_photos: true })).reviews.data[0]).toMatchObject({
    id,
    images: [{ path, width: 60, height: 40 }],
  })

  await rejectReview(services, id, by)
  expect(await services.files.find(path)).toBeUndefined()

  ok(await made.rate({ rating: 4, comment: 'Without photo', images: [] }))
  await pool.query("update review_photos set created_at = now() - interval '2 hours'")
  await deleteUnusedPhotos(services)
  expect(await services.files.find(`${path}.private`)).toBeUndefined()
})

test('a file that is not an image is refused, and the page keeps the entries', async () => {
  const made = await buyer()
  const reply = await post(
    made,
    {
      product_id: String(made.item.product_id),
      'fields.rating': '4',
      'fields.comment': 'Kept text',
      page: '/account/reviews',
    },
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  )
  const page = await made.request({ method: 'GET', url: `${reply.headers.location}&product=${made.slug}` })

  expect(page.body).toContain('Please choose a JPEG, PNG or WebP picture')
  expect(page.body).toContain('Kept text')
})

test('a photo above 5 MB is refused at its field, with and without scripts, and nothing is stored', async () => {
  const made = await buyer()
  const large = Buffer.alloc(5.01 * 1_024 * 1_024)
  const fields = {
    product_id: String(made.item.product_id),
    order_item_id: String(made.item.order_item_id),
    'fields.rating': '4',
    'fields.comment': 'Kept text',
  }
  const message = 'The picture must not be larger than 5 MB'

  const { payload, contentType } = await bodyOf(fields, [large])
  const called = await made.request({
    method: 'POST',
    url: '/api/plugins/review/rate-product',
    headers: { 'content-type': contentType, 'x-requested-with': 'fetch' },
    payload,
  })
  const posted = await post(made, { ...fields, page: '/account/reviews' }, [large])
  const page = await made.request({ method: 'GET', url: `${posted.headers.location}&product=${made.slug}` })

  expect(called).toMatchObject({ status: 413, body: { code: 'VALIDATION', errors: { images: [message] } } })
  expect(page.body).toContain(message)
  expect(page.body).toContain('Kept text')
  const { purchases } = ok(await reviewsOf(made).mine({ order_no: made.order_no }))
  expect(purchases[0]?.review).toBeNull()
})

test('the list is sorted, filtered and paged by ten', async () => {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'milk-jug')
    .executeTakeFirstOrThrow()
  await pool.query(
    `insert into reviews (product_id, author, is_verified, rating, fields, status, helpful_count, created_at)
    select $1, 'Customer ' || n, true, 1 + n % 5, '{"comment": "Text"}', 'published', n % 7, now() - n * interval '1 day'
    from generate_series(1, 24) n`,
    [product.id],
  )
  const all = await list('milk-jug')
  const last = all.reviews.last_page

  expect(all.reviews).toMatchObject({
    per_page: 10,
    current_page: 1,
    last_page: Math.ceil(all.total_reviews / 10),
  })
  expect(all.reviews.data).toHaveLength(10)
  expect((await list('milk-jug', { page: last })).reviews.data).toHaveLength(
    all.total_reviews - (last - 1) * 10,
  )
  expect((await list('milk-jug', { page: last + 1 })).reviews.data).toEqual([])
  const five = await list('milk-jug', { stars: 5, perPage: 96 })
  expect(five.reviews.total).toBe(five.rating_count['5'])
  expect(five.reviews.data.every(({ fields }) => fields.rating === 5)).toBe(true)
  const lowest = (await list('milk-jug', { sort: 'lowest', perPage: 96 })).reviews.data.map(({ fields }) =>
    Number(fields.rating),
  )
  expect(lowest).toEqual(lowest.toSorted((a, b) => a - b))
  const helpful = (await list('milk-jug', { sort: 'helpful', perPage: 96 })).reviews.data.map(
    (one) => one.helpful_count,
  )
  expect(helpful).toEqual(helpful.toSorted((a, b) => b - a))
  expect(await reviewsOf(shop.guest()).productReviews({ slug: 'no-such-product' })).toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a helpful vote counts once per visitor', async () => {
  const [first] = (await list('moon-vase')).reviews.data
  const id = first?.id ?? 0
  const before = first?.helpful_count ?? 0
  const visitor = reviewsOf(shop.guest())

  await Promise.all([visitor.helpful({ id }), visitor.helpful({ id })])
  expect(ok(await visitor.helpful({ id })).helpful_count).toBe(before + 1)
  expect(ok(await reviewsOf(shop.guest()).helpful({ id })).helpful_count).toBe(before + 2)
  expect(await visitor.helpful({ id: 999_999 })).toMatchObject({ code: 'NOT_FOUND' })
  const { rows } = await pool.query<{ voter: string }>(
    'select voter from review_votes where review_id = $1',
    [id],
  )
  expect(rows.every(({ voter }) => !voter.includes('10.20.'))).toBe(true)
})

test('markup in every field of a review is shown as text, on the page and in the structured data', async () => {
  const made = await buyer()
  const attack = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'
  await pool.query(
    'update customers set first_name = $1 where id = (select customer_id from orders where id = $2)',
    [attack, made.order_id],
  )
  await configure({
    fields: [
      { name: 'rating', label: 'Overall', type: 'rating', is_required: true, max: 5 },
      { name: 'title', label: 'Title', type: 'text', max: 200 },
      { name: 'comment', label: 'Review', type: 'textarea', max: 200 },
      { name: 'fit', label: attack.slice(0, 60), type: 'text', max: 200 },
    ],
  })
  const { id } = ok(await made.rate({ rating: 3, title: attack, comment: attack, fit: attack }))
  await publishReview(services, id, by)
  await replyToReview(services, id, attack, by)
  await services.changes.catchUp()

  const { body } = await shop.request({ method: 'GET', url: `/product/${made.slug}` })
  await configure()

  expect(body).toContain('alert(1)&lt;/script&gt;')
  expect(body).not.toContain('<script>alert(1)')
  expect(body).not.toContain('<img src=x')
  expect(body).toContain('"@type":"Review"')
})

test('the product page shows exactly the reviews that its structured data names', async () => {
  const page = async (url: string) => String((await shop.request({ method: 'GET', url })).body)
  const first = await page('/product/milk-jug')
  const second = await page('/product/milk-jug?reviews=2')
  const named = (body: string) => body.split('"@type":"Review"').length - 1

  expect(first.split('Helpful: review by').length - 1).toBe(10)
  expect(named(first)).toBe(10)
  expect(first).toContain('href="/product/milk-jug?reviews=2#reviews"')
  expect(second).toContain('Previous reviews')
  const filtered = await page('/product/milk-jug?stars=5')
  const { rating_count, total_reviews } = await list('milk-jug')
  expect(filtered).toContain(`${rating_count['5']} of ${total_reviews} reviews`)
  expect(named(filtered)).toBe(rating_count['5'])
})

test('structured data has the date of a review in the time zone of the shop, as the page has', async () => {
  const { slug, rate } = await buyer()
  const { id } = ok(await rate(entries))
  await pool.query("update reviews set created_at = '2026-03-01T20:00:00Z' where id = $1", [id])
  await publishReview(services, id, by)
  await services.changes.catchUp()

  const { body } = await shop.request({ method: 'GET', url: `/product/${slug}` })

  expect(body).toContain('"datePublished":"2026-03-02"')
  expect(body).toContain('dateTime="2026-03-02"')
})

test('nothing is rendered and no call answers while the plugin is inactive', async () => {
  await configure({}, false)
  const { body } = await shop.request({ method: 'GET', url: '/product/milk-jug' })
  const reply = await reviewsOf(shop.guest()).fields({})
  await configure()

  expect(body).not.toContain('id="reviews"')
  expect(reply).toMatchObject({ code: 'PLUGIN_INACTIVE' })
})

test('one request for a review is mailed after the configured days, and none when everything is reviewed', async () => {
  const requested = await buyer()
  const reviewed = await buyer()
  ok(await reviewed.rate(entries))
  const deliver = (order_id: number) =>
    db.transaction().execute((tx) => services.plugins.runHooks(tx, 'order.delivered', { order_id }))
  for (const { order_id } of [requested, requested, reviewed]) await deliver(order_id)
  const mails = async () =>
    (
      await pool.query<{ text: string; html: string }>(
        "select text, html from outbox where kind = 'marketing:review-request'",
      )
    ).rows

  await sendRequests(services)
  expect(await mails()).toEqual([])
  await pool.query("update review_requests set due_at = due_at - interval '7 days 1 minute'")
  await Promise.all([sendRequests(services), sendRequests(services)])
  await sendRequests(services)

  const sent = await mails()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain(`/account/reviews?order=${requested.order_no}`)
  expect(sent[0]?.text).toContain('Unsubscribe')
})

test('the command lists, publishes, rejects and answers reviews', async () => {
  const { rate, slug } = await buyer()
  const { id } = ok(await rate({ ...entries, comment: 'For the command' }))
  const run = async (...argv: string[]) => {
    const lines: string[] = []
    const code = await reviewCommand.run({ ...services, print: (line) => void lines.push(line) }, argv)
    return { code, text: lines.join('\n') }
  }

  expect((await run('list')).text).toContain('For the command')
  expect(await run('publish', String(id))).toEqual({ code: 0, text: `Review ${id} is published.` })
  await run('reply', String(id), 'Thank', 'you')
  expect((await list(slug)).reviews.data.find((one) => one.id === id)?.reply).toMatchObject({
    text: 'Thank you',
  })
  await run('reject', String(id))
  expect((await list(slug)).reviews.data.some((one) => one.id === id)).toBe(false)
  expect((await run('publish', 'x')).code).toBe(2)
  await expect(run('publish', '99999999')).rejects.toThrow('There is no review 99999999')
})

test('account export and deletion include reviews, and the rating follows', async () => {
  const made = await buyer()
  const { id } = ok(await made.rate(entries))
  await publishReview(services, id, by)
  const before = await ratingOf(made.slug)
  ok(await made.api.account.reauthenticate({ password: 'a pot of tea' }))

  expect(ok(await made.api.account.export()).plugins).toMatchObject({
    reviews: [{ rating: 5, status: 'published' }],
  })
  ok(await made.api.account.deleteAccount())

  expect((await pool.query('select from reviews where id = $1', [id])).rows).toEqual([])
  expect((await ratingOf(made.slug))?.rating_count).toBe((before?.rating_count ?? 0) - 1)
})
