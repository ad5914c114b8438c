import { ownValue } from '#contract/rules/own-value.ts'
import { EU_WITHDRAWAL_DAYS, euCountries } from '#contract/rules/withdrawal.ts'
import { formatOf } from '#server/commerce/checkout/editing/manage-channels.ts'
import { createLoginLink } from '#server/people/staff/login-link.ts'
import { addStaff } from '#server/people/staff/manage-staff.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Config } from '#server/platform/config/config.ts'
import { notePlaceholders } from '#server/platform/db/note-seeded.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { ServerPlugin } from '#server/platform/kernel/plugin.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { americanStates } from '#server/shop/countries/american-states.ts'
import { indianStates } from '#server/shop/countries/indian-states.ts'
import {
  addCountry,
  INDIA,
  isTaxIncludedIn,
  knownCountries,
  seedCountries,
  seedTaxes,
} from '#server/shop/countries/known-countries.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { lockSeeding } from '../seed/seed-demo-shop.ts'
import { readThemes } from '../seed/theme-tokens.ts'
import { PRIVACY, seedEmptyPages, TERMS } from './empty-pages.ts'

export type NewShop = {
  name: string
  /** Two letters. */
  country: string
  /** Three letters. */
  currency: string
  /** The e-mail address of its owner, who is added as staff. Shoppers see it as the shop's until it is changed. */
  owner: string
  /** The name of the state that the shop is in; empty: to be chosen in the settings. */
  state: string
}

type Created = { link: { url: string } }

/**
 * Creates a shop without products and people in an empty database, in one transaction.
 * @param installed the plugins; some are on in a new shop
 * @returns undefined when the database has a shop, which stays unchanged.
 * @throws 422 at `email` for an owner without a valid address.
 */
export async function createShop(
  db: Db,
  config: Pick<Config, 'storeUrl'>,
  actor: Actor,
  shop: NewShop,
  installed: readonly ServerPlugin[],
): Promise<Created | undefined> {
  const country = knownCountries.find(({ code }) => code === shop.country)
  if (!country) throw new Error(`There is no data of the country ${shop.country}`)
  return db.transaction().execute(async (tx) => {
    await lockSeeding(tx)
    if (await tx.selectFrom('channels').select('id').limit(1).executeTakeFirst()) return undefined
    await seedCountries(tx)
    if (!(await addCountry(tx, country.code))) await seedTaxes(tx, country.id)
    const channelId = await seedChannel(tx, shop, country)
    await seedDelivery(tx, channelId, country.id)
    await seedPaymentMethods(tx, channelId, country.id)
    await seedEmptyPages(tx, shop)
    await seedSettings(tx, shop, { channelId, country: country.name })
    await seedStorefront(tx, shop, channelId)
    for (const { definition, isOnInNewShop } of installed)
      if (isOnInNewShop)
        await writePlugin(tx, installed, { module_name: definition.module_name, is_active: true, config: {} })
    const owner = await addStaff(tx, { actor }, { email: shop.owner, role: 'owner' })
    const { owner: _, ...logged } = shop
    await writeAudit(tx, actor, {
      action: 'shop.create',
      record: { type: 'shop', id: String(channelId) },
      after: logged,
    })
    await noteChange(tx, ['storefront', 'settings', 'listing', 'catalog', 'menus', 'pages', 'plugins'])
    return { link: await createLoginLink(tx, config, owner.id) }
  })
}

const isIndian = (countryId: number) => countryId === INDIA

async function seedChannel(
  tx: Tx,
  { currency }: NewShop,
  { id: country_id, name, code }: (typeof knownCountries)[number],
): Promise<number> {
  const locale = `en-${code}`
  const { symbol, decimals } = formatOf(locale, currency)
  const channel = await tx
    .insertInto('channels')
    .values({
      ...{ code: code.toLowerCase(), name, is_default: true, country_id, currency, locale },
      currency_symbol: symbol,
      currency_decimals: decimals,
      is_tax_included: isTaxIncludedIn(country_id),
      withdrawal_days: euCountries.includes(code) ? EU_WITHDRAWAL_DAYS : 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return channel.id
}

/** One method within the country, free of charge until its owner sets a price. No promise about days. */
async function seedDelivery(tx: Tx, channel_id: number, country_id: number) {
  const { id: shipping_method_id } = await tx
    .insertInto('shipping_methods')
    .values({ channel_id, code: 'standard', name: 'Standard delivery', price: 0, sort_order: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('shipping_rates').values({ shipping_method_id, country_id, price: 0 }).execute()
  await notePlaceholders(tx, 'shipping_methods', [shipping_method_id])
}

const seedPaymentMethods = (tx: Tx, channel_id: number, country_id: number) =>
  tx
    .insertInto('payment_methods')
    .values([
      {
        ...{ channel_id, code: 'cod', name: 'Cash on delivery', sort_order: 1 },
        description: 'Pay in cash when the parcel is handed to you.',
        is_active: isIndian(country_id),
      },
      {
        ...{ channel_id, code: 'bank_transfer', name: 'Bank transfer', sort_order: 2 },
        description: 'Order now, and transfer the amount from your bank.',
        // Shoppers cannot pay without the account in its instructions.
        is_active: false,
      },
    ])
    .execute()

const seedSettings = (
  tx: Tx,
  { name, owner, state }: NewShop,
  { channelId, country }: { channelId: number; country: string },
) =>
  tx
    .insertInto('settings')
    .values(
      Object.entries({
        store_name: name,
        store_email: owner.toLowerCase(),
        store_country: country,
        store_state: state,
        privacy_policy_page: PRIVACY,
        default_channel: channelId,
        enable_login_at_checkout: true,
        enable_register_at_checkout: true,
        // The confirmation goes by mail: SMS needs a company of its own.
        order_email_mandatory: true,
      }).map(([key, value]) => ({ key, value: json(value) })),
    )
    .execute()

async function seedStorefront(tx: Tx, { name }: NewShop, channel_id: number) {
  const { themes, standard } = await readThemes()
  await tx
    .insertInto('storefronts')
    .values({
      ...{ channel_id, mode: 'Normal', license_status: 'active' },
      appearance: json({
        ...themes.get(standard),
        name,
        meta: { meta_title: name, meta_description: '' },
        is_sticky_header_enabled: true,
        is_scroll_button_enabled: true,
        termsandconditions_page: TERMS,
        privacypolicy_page: PRIVACY,
      }),
    })
    .execute()
}

/** The names of a country's states; none where an address has no state. */
export const statesOf = (code: string): readonly string[] =>
  (ownValue(states, code) ?? []).map(({ name }) => name)

const states = { IN: indianStates, US: americanStates }
