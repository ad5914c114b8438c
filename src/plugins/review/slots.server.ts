import type { Api } from '#contract/client.ts'
import { orThrow } from '#contract/envelope.ts'
import type { ConfigOf } from '#contract/plugin.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { readPostedForm } from '#features/forms/read-form.server.ts'
import type { SlotLoaders } from '#server/platform/kernel/plugin.ts'
import type { ReviewPage } from './contract.ts'
import type { review } from './plugin.ts'
import { readListQuery } from './review-links.ts'

/** Letters: two lines of a phone. */
const LONGEST_QUOTE = 110
const FORM = '/forms/plugins/review/rate-product'

export const reviewSlots: SlotLoaders<ConfigOf<typeof review>> = {
  /** The most helpful words of those who like it, and customers' photos. */
  async 'product.below-title'({ slug }, { api }) {
    const { reviews } = orThrow(await api.review.productReviews({ slug, sort: 'helpful', perPage: 12 }))
    const liked = reviews.data.find(
      ({ fields: { rating, comment } }) =>
        Number(rating) >= 4 && comment !== undefined && String(comment).length <= LONGEST_QUOTE,
    )
    const photos = reviews.data.flatMap(({ images }) => images).slice(0, 3)
    if (!liked && photos.length === 0) return undefined
    return {
      quote: liked && { text: String(liked.fields.comment), author: liked.author },
      photos: photos.map(({ path }) => path),
    }
  },
  async 'product.below-details'({ slug, name, query = '' }, { api, setJsonLd }) {
    const chosen = readListQuery(query)
    const [reviews, fields, timeZone] = await Promise.all([
      api.review.productReviews({ slug, ...chosen }).then(orThrow),
      api.review.fields({}).then(orThrow),
      readTimeZone(api),
    ])
    const page = withDays(reviews, timeZone)
    if (page.reviews.data.length > 0) setJsonLd({ review: page.reviews.data.map(reviewThing) })
    return { slug, name, page, fields, chosen, timeZone }
  },
  async 'order.actions'({ order_no }, { api, visitor }) {
    if (visitor.customerId === null) return undefined
    const { purchases } = orThrow(await api.review.mine({ order_no }))
    const open = purchases.filter((purchase) => !purchase.review).length
    return purchases.length === 0 ? undefined : { order_no, open }
  },
  async 'account.panel'({ panel, query = '' }, { api, visitor }) {
    if (panel !== 'reviews' || visitor.customerId === null) return undefined
    const requested = new URLSearchParams(query)
    const slug = requested.get('product')?.slice(0, 200) || undefined
    const order_no = requested.get('order')?.slice(0, 40) || undefined
    const item = Number(requested.get('item')) || undefined
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
}

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

/** With days instead of times, which pages format without Intl (ADR 0019) and structured data have. */
const withDays = ({ reviews, ...page }: ReviewPage, timeZone: string): ReviewPage => ({
  ...page,
  reviews: {
    ...reviews,
    data: reviews.data.map((one) => ({ ...one, created_at: dayIn(new Date(one.created_at), timeZone) })),
  },
})

const reviewThing = ({ author, created_at, fields }: ReviewPage['reviews']['data'][number]) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: author },
  datePublished: created_at,
  reviewRating: { '@type': 'Rating', ratingValue: fields.rating },
  ...(fields.title !== undefined && { name: fields.title }),
  ...(fields.comment !== undefined && { reviewBody: fields.comment }),
})
