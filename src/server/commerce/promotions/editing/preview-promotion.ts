import type { PromotionPreview, PromotionValues } from '#contract/admin/marketing/promotions.ts'
import { formatMoney, money } from '#contract/money.ts'
import { describePromotion } from '#contract/rules/promotions/describe-promotion.ts'
import { evaluate } from '#contract/rules/promotions/evaluate.ts'
import {
  type Adjustment,
  classOf,
  giftsOf,
  type OfferCart,
  type OfferContext,
  type Promotion,
} from '#contract/rules/promotions/promotion.ts'
import { keyOfPromotion, keysOfCustomers, toPromotion } from '#contract/rules/promotions/to-promotion.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { requireChannelId } from '#server/shop/channels/channel-of-record.ts'
import { offerMessages } from '../cart-offers.ts'
import { keysOfGoods } from '../promotion-sql.ts'
import { loadPromotions } from '../read-offers.ts'

type Request = {
  id?: number | undefined
  values: PromotionValues
  items: readonly { product_id: number; quantity: number }[]
}

/** A shopper who meets every condition but those about goods: a merchant tries what it gives, not when. */
const anyone = ({ shoppers }: PromotionValues): OfferContext => ({
  now: 0,
  weekday: 1,
  is_signed_in: true,
  has_ordered: false,
  customer_in: keysOfCustomers(shoppers),
  country: shoppers.countries[0] ?? null,
  payment_method: shoppers.payment_methods[0] ?? null,
  codes: [],
  limits: new Map(),
})

/** What a promotion would take off a sample cart, beside the active promotions of its channel. Nothing is written. */
export async function previewPromotion(
  db: Db,
  { id = 0, values, items }: Request,
): Promise<PromotionPreview> {
  const channel = await db
    .selectFrom('channels')
    .select(['id', 'currency', 'locale'])
    .where('id', '=', await requireChannelId(db, values.channel))
    .executeTakeFirstOrThrow()
  const amount = (minor: number) => formatMoney(money(minor, channel.currency), channel.locale)
  const goods = await sampleGoods.all(db, channel.id, json(items))
  const lines = goods.map(({ name, quantity, unit_price, is_on_sale, keys }) => ({
    ...{ name, quantity, unit_price },
    keys: [...keys, ...(is_on_sale ? ['sale:1'] : [])],
  }))
  const always = { code: null, starts_at: null, ends_at: null }
  const rules = { ...values, shoppers: { ...values.shoppers, weekdays: [] } }
  const edited = toPromotion({ ...values, ...always, id, rules })
  const { promotions } = await loadPromotions(db, channel.id)
  const others = promotions.filter(({ key, code }) => key !== keyOfPromotion(id) && code === null)
  const gifts = await pricesOfGifts(db, channel.id, [edited, ...others])
  const cart: OfferCart = { lines, delivery: null, gifts }
  const context = { ...anyone(values), now: Date.now() }
  const evaluation = evaluate(cart, others, context, [edited])
  const ofGoods = [...evaluation.lines, ...evaluation.order]
  const given = [...ofGoods, ...evaluation.gifts, ...evaluation.shipping]
  const named = ({ promotion }: Adjustment, off: number) => ({ name: promotion.name, amount: off })
  const isCounted = given.some(({ promotion }) => promotion.key === edited.key)
  return {
    summary: describePromotion(values, amount),
    currency: channel.currency,
    lines: lines.map(({ keys: _, ...line }, at) => ({
      ...line,
      adjustments: ofGoods.flatMap((one) => (one.shares[at] ? [named(one, one.shares[at])] : [])),
    })),
    subtotal: [
      ...lines.map(({ quantity, unit_price }) => quantity * unit_price),
      ...evaluation.gifts.map(({ amount: price }) => price),
    ].reduce((sum, price) => sum + price, 0),
    adjustments: given.map((one) => named(one, one.amount)),
    messages: [
      ...offerMessages(evaluation, channel),
      ...(lines.length > 0 && !isCounted ? ['This promotion takes nothing off this cart.'] : []),
    ],
    conflicts: others
      .filter(
        (other) =>
          !(
            other.combines_with.includes(classOf(edited.effect)) &&
            edited.combines_with.includes(classOf(other.effect))
          ),
      )
      .slice(0, 20)
      .map(({ name }) => name),
  }
}

/** The price of the first gift of each promotion that the channel sells. */
async function pricesOfGifts(db: Db, channelId: number, promotions: readonly Promotion[]) {
  const products = promotions.flatMap(giftsOf)
  const items = products.map((product_id) => ({ product_id, quantity: 1 }))
  const goods = products.length > 0 ? await sampleGoods.all(db, channelId, json(items)) : []
  const priceOf = new Map(goods.map(({ product_id, unit_price }) => [product_id, unit_price]))
  return new Map(
    promotions.flatMap((promotion) => {
      const [price] = giftsOf(promotion).flatMap((id) => priceOf.get(id) ?? [])
      return price === undefined ? [] : [[promotion.key, price] as const]
    }),
  )
}

type SampleGoods = {
  product_id: number
  name: string
  quantity: number
  unit_price: number
  is_on_sale: boolean
  keys: string[]
}

const sampleGoods = prepared<SampleGoods>(
  'goods of a sample cart',
  `select p.id as product_id, p.name, line.quantity, price.selling_price as unit_price, price.selling_price < price.mrp as is_on_sale,
    array_remove(${keysOfGoods}, null) as keys
  from json_to_recordset($2::json) line(product_id integer, quantity integer)
  join products p on p.id = line.product_id
  join lateral (
    select v.* from variations v where v.product_id = p.id and v.is_published order by v.is_default desc, v.id limit 1
  ) v on true
  join shown_prices price on price.variation_id = v.id and price.channel_id = $1::integer and price.selling_price is not null`,
)
