import { sql } from 'kysely'
import { PromotionValues } from '#contract/admin/marketing/promotions.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { createPromotion } from '#server/commerce/promotions/editing/manage-promotions.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { indianStates, stateOfPincodePrefix } from '#server/shop/countries/indian-states.ts'
import { INDIA, UNITED_STATES } from '#server/shop/countries/known-countries.ts'
import type { DemoContent } from './demo-files.ts'

/** Taxes, shipping and payment methods, pincodes, coupons, promotions and price lists of the demo shop. */
export async function seedDelivery(tx: Tx, content: DemoContent, channel_id: number) {
  await tx
    .insertInto('tax_rates')
    .values(taxRates.map((rate) => ({ ...rate, country_id: INDIA })))
    .execute()
  await tx
    .insertInto('shipping_methods')
    .values(content.shipping_methods.map((method, at) => ({ ...method, channel_id, sort_order: at })))
    .execute()
  await seedRates(tx, channel_id)
  await tx
    .insertInto('payment_methods')
    .values(
      [...ownMethods, ...content.payment_methods.filter(({ code }) => Object.hasOwn(payable, code))].map(
        (method, at) => ({
          channel_id,
          code: method.code,
          name: method.name,
          description: ownValue(payable, method.code) ?? '',
          instructions: ownValue(instructions, method.code) ?? '',
          max_order: method.max_order ?? null,
          needs_cod_pincode: method.needs_cod_pincode ?? false,
          sort_order: ownValue(sortOrder, method.code) ?? at,
        }),
      ),
    )
    .execute()
  await tx
    .insertInto('pincodes')
    .values([
      {
        country_id: UNITED_STATES,
        prefix: '',
        region: 'United States',
        min_days: 8,
        max_days: 14,
        is_cod_available: false,
        is_serviceable: true,
      },
      ...content.pincodes.map(({ prefix, region, min_days, max_days, cod, serviceable }) => ({
        country_id: INDIA,
        prefix,
        region,
        state_id: stateIdOf(prefix),
        min_days,
        max_days,
        is_cod_available: cod,
        is_serviceable: serviceable,
      })),
    ])
    .execute()
  await tx
    .insertInto('coupons')
    .values(
      content.coupons.map(({ first_order_only, starts_at, ends_at, ...coupon }) => ({
        ...coupon,
        channel_id,
        is_first_order_only: first_order_only,
        usage_limit_per_customer: first_order_only ? 1 : null,
        // Whole days in the shop's time zone.
        starts_at: new Date(`${starts_at}T00:00:00+05:30`),
        ends_at: new Date(`${ends_at}T23:59:59+05:30`),
      })),
    )
    .execute()
  await seedPriceLists(tx, content, channel_id)
  await seedPromotions(tx, content)
}

async function seedPriceLists(tx: Tx, { price_lists }: DemoContent, channel_id: number) {
  for (const { name, items } of price_lists) {
    const { id } = await tx
      .insertInto('price_lists')
      .values({ name, channel_id, is_shown: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into price_list_items (price_list_id, variation_id, min_quantity, price)
      select ${id}, v.id, item.min_quantity, item.price
      from json_to_recordset(${JSON.stringify(items)}::json) item(sku text, min_quantity integer, price bigint)
      join variations v on v.sku = item.sku`.execute(tx)
  }
}

async function seedPromotions(tx: Tx, { promotions }: DemoContent) {
  const products = await tx.selectFrom('products').select(['id', 'slug']).execute()
  const idsOf = (slugs: readonly string[]) =>
    products.filter(({ slug }) => slugs.includes(slug)).map(({ id }) => id)
  for (const { goods, effect, ...promotion } of promotions)
    await createPromotion(
      tx,
      PromotionValues.parse({
        ...promotion,
        goods: { is_for_everything: false, products: idsOf(goods) },
        effect: { ...effect, ...(effect.products && { products: idsOf(effect.products) }) },
      }),
    )
}

/** In India each method has its own price; the United States have the standard one at a price of their own. */
async function seedRates(tx: Tx, channel_id: number) {
  const methods = await tx
    .selectFrom('shipping_methods')
    .select(['id', 'code', 'price', 'free_from'])
    .where('channel_id', '=', channel_id)
    .execute()
  await tx
    .insertInto('shipping_rates')
    .values(
      methods.flatMap(({ id: shipping_method_id, code, price, free_from }) => [
        { shipping_method_id, country_id: INDIA, price, free_from },
        ...(code === 'standard'
          ? [{ shipping_method_id, country_id: UNITED_STATES, price: 249_900, free_from: null }]
          : []),
      ]),
    )
    .execute()
}

/** GST by class, in basis points. Demo values: verify them before selling. */
const taxRates = [
  { tax_class: 'standard', name: 'GST 18%', rate_bp: 1800 },
  { tax_class: 'handmade-ceramics', name: 'GST 5%', rate_bp: 500 },
  { tax_class: 'paper', name: 'GST 18%', rate_bp: 1800 },
  { tax_class: 'textile', name: 'GST 5%', rate_bp: 500 },
]

const classOfCategory: Record<string, string> = {
  ceramics: 'handmade-ceramics',
  textiles: 'textile',
  paper: 'paper',
  'art-prints': 'paper',
  planters: 'handmade-ceramics',
}

/** HSN codes by category. Demo values like the rates. */
const hsnOfCategory: Record<string, string> = {
  ceramics: '6912',
  vases: '6913',
  planters: '6914',
  textiles: '6304',
  'table-linen': '6302',
  totes: '4202',
  paper: '4820',
  cards: '4909',
  'art-prints': '4911',
  light: '9405',
  clocks: '9105',
  candles: '3406',
  'trays-coasters': '4419',
}

/** The tax class of a product by its category path: that of the nearest category with one. */
export const taxClassOf = (categoryPath: string): string =>
  nearest(classOfCategory, categoryPath) ?? 'standard'

/** The HSN code of a product by its category path, in the same way. */
export const hsnCodeOf = (categoryPath: string): string | null => nearest(hsnOfCategory, categoryPath) ?? null

function nearest(values: Readonly<Record<string, string>>, categoryPath: string): string | undefined {
  const slug = categoryPath.split('/').findLast((part) => Object.hasOwn(values, part))
  return slug === undefined ? undefined : values[slug]
}

/** Methods with an implemented gateway, and their description at the payment step. */
const payable: Record<string, string> = {
  test_gateway: 'A test payment: no money moves.',
  cod: 'Pay in cash when the parcel is handed to you.',
  bank_transfer: 'Order now, and transfer the amount from your bank.',
}

/** Payment methods every demo shop has, independent of its files. */
const ownMethods: DemoContent['payment_methods'] = [
  { code: 'test_gateway', name: 'Card / UPI (test)' },
  { code: 'bank_transfer', name: 'Bank transfer' },
]

const sortOrder: Record<string, number> = { test_gateway: 0, cod: 1, bank_transfer: 2 }

const instructions: Record<string, string> = {
  bank_transfer:
    'Please transfer the total to Kiln & Loom, account 000000000000, IFSC DEMO0000000 (a demonstration: do not pay), with your order number as the reference. We send your order when the amount has arrived.',
}

/** @throws Error when a prefix has no state, so that a new prefix cannot be forgotten. */
function stateIdOf(prefix: string): number {
  const state = indianStates.find(({ code }) => code === stateOfPincodePrefix[prefix])
  if (!state) throw new Error(`No state is known for pincodes that begin with ${prefix}`)
  return state.id
}
