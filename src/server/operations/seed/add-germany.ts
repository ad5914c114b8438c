import { sql } from 'kysely'
import type { ChannelValues } from '#contract/admin/settings/channels.ts'
import { createChannel } from '#server/commerce/checkout/editing/manage-channels.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Config } from '#server/platform/config/config.ts'
import { isDemoShop, noteDemo } from '#server/platform/db/note-seeded.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { legalPages } from './legal-pages.ts'
import { seedMenuItems, writePages } from './seed-content.ts'
import { lockSeeding } from './seed-demo-shop.ts'

const CODE = 'germany'
const LOCALE = 'en-DE'

/**
 * Adds a channel for Germany in euros to the demo shop, and what the law of Germany and of India asks: contents for prices per unit,
 * declarations, legal pages. In one transaction, next to a running shop. A command and not part of the seed: with several channels the
 * shop answers by cookie, keeps each page per channel and loads an index for each.
 * @returns `present` where the shop has the channel, `other-shop` where it is not the demo shop; nothing has changed then
 */
export const addGermany = (
  db: Db,
  config: Pick<Config, 'mode' | 'companyKeys'>,
  actor: Actor,
): Promise<'added' | 'present' | 'other-shop'> =>
  inTransaction(db, async (tx) => {
    await lockSeeding(tx)
    if (!(await isDemoShop(tx))) return 'other-shop'
    const known = await tx.selectFrom('channels').select('id').where('code', '=', CODE).executeTakeFirst()
    if (known) return 'present'
    const channelId = await createChannel(tx, germany, { config })
    await seedTaxRates(tx)
    await seedDelivery(tx, channelId)
    await seedPrices(tx, channelId)
    await seedContents(tx)
    await seedDeclarations(tx)
    await seedLegalPages(tx)
    await seedStorefront(tx, channelId)
    await tx
      .insertInto('settings')
      .values({ key: 'enable_multi_channel', value: json(true) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: json(true) }))
      .execute()
    await noteDemo(tx, 'channels', [channelId])
    await writeAudit(tx, actor, {
      action: 'demo.add',
      record: { type: 'channel', id: String(channelId) },
      after: { code: CODE },
    })
    const products = await tx.selectFrom('products').select('id').execute()
    await noteChange(tx, [
      ...['catalog', 'listing', 'menus', 'pages', 'settings', 'storefront'],
      ...products.map(({ id }) => `product:${id}`),
    ])
    return 'added'
  })

const germany: ChannelValues = {
  ...{ name: 'Germany', code: CODE, country: 'DE', currency: 'EUR', locale: LOCALE, host: '' },
  ...{ is_active: true, is_default: false, is_tax_included: true, omnibus: 'by_country' },
  ...{ payment_methods: ['test_gateway', 'bank_transfer'], delivery_tax: { type: 'highest' } },
  ...{ withdrawal_extended: false, requires_declarations: false },
}

/** The classes of the demo's goods are those of India. In Germany all of them have the standard rate. */
const seedTaxRates = (tx: Tx) =>
  sql`
  insert into tax_rates (country_id, tax_class, name, rate_bp)
  select c.id, class, 'VAT 19%', 1900 from countries c, unnest(array['handmade-ceramics', 'paper', 'textile']) class
  where c.code = 'DE'`.execute(tx)

async function seedDelivery(tx: Tx, channel_id: number) {
  const { country_id } = await tx
    .selectFrom('channels')
    .select('country_id')
    .where('id', '=', channel_id)
    .executeTakeFirstOrThrow()
  const { id: shipping_method_id } = await tx
    .insertInto('shipping_methods')
    .values({
      channel_id,
      code: 'standard',
      name: 'Standard delivery',
      price: 490,
      free_from: 6_000,
      sort_order: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('shipping_rates')
    .values({ shipping_method_id, country_id, price: 490, free_from: 6_000 })
    .execute()
  await tx
    .insertInto('pincodes')
    .values({
      country_id,
      prefix: '',
      region: 'Germany',
      min_days: 5,
      max_days: 8,
      is_cod_available: false,
      is_serviceable: true,
    })
    .execute()
  await sql`
    update payment_methods m set name = given.name, instructions = given.instructions
    from json_to_recordset(${JSON.stringify(paymentMethods)}::json) given(code text, name text, instructions text)
    where m.channel_id = ${channel_id} and m.code = given.code`.execute(tx)
}

const paymentMethods = [
  { code: 'test_gateway', name: 'Card (test)', instructions: '' },
  {
    ...{ code: 'bank_transfer', name: 'Bank transfer' },
    instructions:
      'Please transfer the total to Kiln & Loom, IBAN DE00 0000 0000 0000 0000 00 (a demonstration: do not pay), with your order number as the reference.',
  },
]

/**
 * A euro for 90 rupees, up to the next amount that ends in 90 cents. What is reduced was twice as much less before: first the compare
 * price, then the half of the way to it, which is the lowest price of 30 days that the channel shows.
 */
async function seedPrices(tx: Tx, channelId: number) {
  const euros = (price: string) => sql.raw(`(ceil(${price} / 9000.0)::bigint * 100 - 10)`)
  await sql`
    insert into prices (variation_id, channel_id, selling_price, mrp)
    select p.variation_id, ${channelId}, ${euros('p.mrp')}, ${euros('p.mrp')}
    from prices p join channels c on c.id = p.channel_id and c.is_default`.execute(tx)
  for (const price of [sql`(${euros('p.mrp')} + ${euros('p.selling_price')}) / 2`, euros('p.selling_price')])
    await sql`
      update prices own set selling_price = ${price}
      from prices p join channels c on c.id = p.channel_id and c.is_default
      where own.channel_id = ${channelId} and own.variation_id = p.variation_id and p.selling_price < p.mrp`.execute(
      tx,
    )
}

/** The shop's look with a notice of its own: that of India is about rupees. */
const seedStorefront = (tx: Tx, channelId: number) =>
  sql`
  insert into storefronts (channel_id, mode, license_status, appearance)
  select ${channelId}, s.mode, s.license_status, s.appearance
    || jsonb_build_object('store_notice_message', 'Free delivery in Germany on orders of {free_delivery_from} or more. A demonstration: nothing is sold.')
  from storefronts s join channels c on c.id = s.channel_id and c.is_default`.execute(tx)

/** What is sold by weight or in packs. */
const contents: Record<string, string> = {
  'vetiver-candle': '220 g',
  'marigold-and-ghee-candle': '220 g',
  'first-rain-candle': '400 g',
  'fig-and-cedar-candle': '240 g',
  'fan-notebooks-set-of-3': '3 piece',
  'bloom-cards-set-of-6': '6 piece',
  'festival-cards-set-of-6': '6 piece',
  'block-print-napkins-set-of-4': '4 piece',
  'linen-napkins-set-of-4': '4 piece',
  'kitchen-cloths-set-of-3': '3 piece',
  'katori-set-of-4': '4 piece',
  'speckled-plate-set-of-3': '3 piece',
}

const seedContents = (tx: Tx) =>
  sql`
  update variations v set content = given.value from products p, jsonb_each_text(${JSON.stringify(contents)}::jsonb) given
  where p.id = v.product_id and p.slug = given.key and v.content is null`.execute(tx)

/** Invented, like the shop, and marked as such. */
const operators = [
  {
    ...{
      name: 'Kiln & Loom Workshop (demo)',
      address: '12 Lamp Lane\nPune, Maharashtra 411001',
      country: 'IN',
    },
    electronic_address: 'safety@kilnandloom.example',
  },
  {
    ...{ name: 'Kiln & Loom Europe (demo)', address: 'Demo Street 1\n00000 Demo City', country: 'DE' },
    electronic_address: 'eu@kilnandloom.example',
  },
]

async function seedDeclarations(tx: Tx) {
  const added = await tx.insertInto('economic_operators').values(operators).returning('id').execute()
  const [manufacturer, responsible] = added.map(({ id }) => id)
  await noteDemo(
    tx,
    'economic_operators',
    added.map(({ id }) => id),
  )
  await sql`
    insert into product_declarations (product_id, country_of_origin, manufacturer_id, responsible_person_id, warnings)
    select p.id, 'IN', ${manufacturer}, ${responsible}, case when c.slug = 'candles'
      then 'Never leave a burning candle unattended. Keep it away from children, pets and draughts.' else '' end
    from products p join categories c on c.id = p.category_id
      join seeded_records r on r.source = 'demo' and r.table_name = 'products' and r.id = p.id
    on conflict do nothing`.execute(tx)
}

/** Active pages, and links to them in the column of the footer that has the privacy policy. */
async function seedLegalPages(tx: Tx) {
  const taken = await tx.selectFrom('pages').select('slug').execute()
  const pages = legalPages.filter(({ slug }) => !taken.some((page) => page.slug === slug))
  if (pages.length === 0) return
  const ids = await writePages(tx, pages)
  await noteDemo(tx, 'pages', [...ids.values()])
  const beside = await tx
    .selectFrom('menu_items')
    .innerJoin('menus', 'menus.id', 'menu_items.menu_id')
    .select(['menu_id', 'parent_id'])
    .where('menus.slug', '=', 'footer')
    .where('url', '=', '/privacy-policy')
    .executeTakeFirst()
  if (!beside) return
  const links = pages.map(({ slug, name }) => ({ label: name, href: `/${slug}` }))
  await seedMenuItems(tx, beside.menu_id, links, beside.parent_id)
}
