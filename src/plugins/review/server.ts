import { join } from 'node:path'
import { sql } from 'kysely'
import type { Api } from '#contract/client.ts'
import { orThrow } from '#contract/envelope.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { readPostedForm } from '#features/forms/read-form.server.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { Person } from '#server/platform/kernel/plugin.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import {
  defineAdminGroup,
  defineGroup,
  defineServerPlugin,
} from '#server/shop/plugins/define-server-plugin.ts'
import { reviewAdminEndpoints } from './admin-contract.ts'
import { reviewAdminRoutes } from './admin-routes.ts'
import { type ReviewPage, reviewEndpoints } from './contract.ts'
import { reviewAdminHandlers, reviewHandlers } from './handlers.server.ts'
import { updateRatings } from './moderate.server.ts'
import { deleteUnusedPhotos } from './photos.server.ts'
import { review } from './plugin.ts'
import { countWaiting } from './read-reviews.server.ts'
import { reviewRequest, scheduleRequest, sendRequests } from './request-review.server.ts'
import { reviewCommand } from './review-command.server.ts'
import { readListQuery } from './review-links.ts'
import { reviewRoutes } from './routes.ts'
import { removeDemoReviews, seedReviews } from './seed-reviews.server.ts'

const reviewPageExample: ReviewPage = {
  reviews: {
    data: [
      {
        ...{
          id: 31,
          author: 'Asha R.',
          is_verified_purchase: true,
          helpful_count: 2,
          images: [],
          reply: null,
        },
        fields: { rating: 5, title: 'Soft', comment: 'Fits well' },
        created_at: '2026-11-20T09:30:00.000Z',
      },
    ],
    ...{ current_page: 1, last_page: 1, per_page: 10, total: 1 },
  },
  rating_count: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 1 },
  total_reviews: 1,
  overall_rating: 5,
}

const FORM = '/forms/plugins/review/rate-product'

export const reviewPlugin = defineServerPlugin(review, {
  endpoints: [
    defineGroup({
      name: 'review',
      routes: reviewRoutes,
      endpoints: reviewEndpoints,
      handlers: reviewHandlers,
      limits: { rateProduct: { most: 20, seconds: 60 }, helpful: { most: 30, seconds: 60 } },
      examples: {
        rateProduct: {
          request: {
            product_id: 1042,
            fields: { rating: 5, title: 'Soft', comment: 'Fits well', images: [] },
          },
          reply: { status: 'success', data: { id: 31, status: 'pending' } },
        },
        productReviews: {
          request: { slug: 'oxford-shirt', page: 1, perPage: 10, sort: 'newest' },
          reply: { status: 'success', data: reviewPageExample },
        },
      },
    }),
  ],
  admin: {
    groups: [
      defineAdminGroup({
        name: 'adminReviews',
        routes: reviewAdminRoutes,
        endpoints: reviewAdminEndpoints,
        handlers: reviewAdminHandlers,
      }),
    ],
    readToDo: async (db) => [
      {
        label: 'Reviews to approve',
        count: await countWaiting(db),
        path: `/reviews?${new URLSearchParams({ filter: JSON.stringify({ status: 'pending' }) })}`,
        permission: 'content.read',
      },
    ],
  },
  hooks: {
    'order.delivered': ({ order_id }, { tx, config }) => scheduleRequest(tx, order_id, config.request_days),
  },
  mails: [reviewRequest],
  jobs: [
    definePluginJob(review, {
      name: 'send-requests',
      schedule: { every: 3_600 },
      run: (_, services) => sendRequests(services),
    }),
    definePluginJob(review, {
      name: 'delete-unused-photos',
      schedule: { every: 3_600 },
      run: (_, services) => deleteUnusedPhotos(services),
    }),
  ],
  slots: {
    async 'product.below-details'({ slug, name, query = '' }, { api, setJsonLd }) {
      const asked = readListQuery(query)
      const [page, fields, timeZone] = await Promise.all([
        api.review.productReviews({ slug, ...asked }).then(orThrow),
        api.review.fields({}).then(orThrow),
        readTimeZone(api),
      ])
      if (page.reviews.data.length > 0)
        setJsonLd({ review: page.reviews.data.map((one) => reviewThing(one, timeZone)) })
      return { slug, name, page, fields, asked, timeZone }
    },
    async 'order.actions'({ order_no }, { api, visitor }) {
      if (visitor.customerId === null) return undefined
      const { purchases } = orThrow(await api.review.mine({ order_no }))
      const open = purchases.filter((purchase) => !purchase.review).length
      return purchases.length === 0 ? undefined : { order_no, open }
    },
    async 'account.panel'({ panel, query = '' }, { api, visitor }) {
      if (panel !== 'reviews' || visitor.customerId === null) return undefined
      const asked = new URLSearchParams(query)
      const slug = asked.get('product')?.slice(0, 200) || undefined
      const order_no = asked.get('order')?.slice(0, 40) || undefined
      const item = Number(asked.get('item')) || undefined
      const [{ purchases, is_open }, fields, posted] = await Promise.all([
        api.review.mine({ ...(slug && { slug }), ...(order_no && { order_no }) }).then(orThrow),
        api.review.fields({}).then(orThrow),
        readPostedForm({ api, query }, FORM),
      ])
      const open = purchases.filter((purchase) => !purchase.review)
      const only = slug ? (open[0] ?? purchases[0]) : open.length === 1 && order_no ? open[0] : undefined
      const named = item ? purchases.find(({ order_item_id }) => order_item_id === item) : only
      const chosen = named ?? (slug && is_open ? await readProduct(api, slug) : undefined)
      return { purchases, fields, posted, chosen, isFiltered: Boolean(slug || order_no || item) }
    },
  },
  personalData: [
    {
      tables: ['reviews', 'review_photos', 'review_votes', 'review_requests'],
      read: async (db, person) => ({ reviews: await readOwn(db, person) }),
      erase: eraseOwn,
    },
  ],
  commands: { review: reviewCommand },
  migrations: join(import.meta.dirname, 'migrations'),
  seed: seedReviews,
  removeDemo: removeDemoReviews,
  demo: { config: {} },
  isOnInNewShop: true,
})

const readTimeZone = async (api: Api) => timeZoneOf(orThrow(await api.storefront.all()).channel.locale)

/** A product that may be reviewed without an order. */
async function readProduct(api: Api, slug: string) {
  const reply = await api.product.single({ id: slug })
  if (reply.status !== 'success') return undefined
  const { channel, product_name, images, slug: own, variations } = reply.data
  const [first] = variations.combinations
  const product_id =
    variations.combinations.find(({ sku }) => sku === channel.sku)?.product_id ?? first?.product_id
  if (product_id === undefined) return undefined
  return {
    ...{ product_id, order_item_id: null, order_no: null, slug: own, name: product_name },
    image: images[0]?.path ?? null,
    review: null,
  }
}

/** With the date that the page shows. */
const reviewThing = (
  { author, created_at, fields }: ReviewPage['reviews']['data'][number],
  timeZone: string,
) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: author },
  datePublished: dayIn(new Date(created_at), timeZone),
  reviewRating: { '@type': 'Rating', ratingValue: fields.rating },
  ...(fields.title !== undefined && { name: fields.title }),
  ...(fields.comment !== undefined && { reviewBody: fields.comment }),
})

async function readOwn(db: Db, { id }: Person) {
  const { rows } =
    await sql`select p.name as product, r.author, r.rating, r.fields, r.status, r.reply, r.created_at, r.updated_at,
      array(select f.path from review_photos f where f.review_id = r.id order by f.position) as photos
    from reviews r join products p on p.id = r.product_id where r.customer_id = ${id} order by r.id`.execute(
      db,
    )
  return rows
}

/** Deletes the person's reviews and votes. The job deletes the photos, which no review names any more. */
async function eraseOwn(tx: Tx, { id }: Person): Promise<void> {
  await sql`delete from review_votes where voter = ${`customer ${id}`}`.execute(tx)
  await sql`delete from review_requests q using orders o where o.id = q.order_id and o.customer_id = ${id}`.execute(
    tx,
  )
  const { rows } = await sql<{ product_id: number }>`
    delete from reviews where customer_id = ${id} returning product_id`.execute(tx)
  await updateRatings(tx, [...new Set(rows.map(({ product_id }) => product_id))])
}
