import { sql } from 'kysely'
import { orderButtonOf } from '#contract/rules/withdrawal.ts'
import type { Storefront } from '#contract/storefront.ts'
import { type ReplyCache, remember } from '#server/platform/changes/remember.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { imageOf, mediaUrl, readImages } from '#server/platform/media/to-image.ts'
import {
  type ChannelSelection,
  originOfChannel,
  readChannelSelection,
  selectionTags,
} from '#server/shop/channels/channel-selection.ts'
import { fillText, postcodeWord, readTexts } from '#server/shop/channels/channel-texts.ts'
import { withFallbacks } from '#server/shop/fonts/read-fallbacks.ts'
import { findAppearanceDraft, readAppearance } from './read-appearance.ts'
import { readDelivery } from './read-delivery.ts'

/** A storefront in wire format with its license, which only initial-values returns. */
export type LicensedStorefront = { storefront: Storefront; license_status: string | null }

/** Cached until a change of the storefront or of the channels, or of the page in its notice bar. */
export async function rememberedStorefront(
  db: Db,
  channel: Channel,
  cache: ReplyCache & { config: { storeUrl: string } },
): Promise<LicensedStorefront> {
  const licensed = await remember(cache, `storefront ${channel.id}`, tagsOf, () =>
    readStorefront(db, channel, cache.config),
  )
  cache.tag(...tagsOf(licensed))
  return licensed
}

const tagsOf = ({ storefront: { notice_page } }: LicensedStorefront) =>
  notice_page ? [...selectionTags, `page:${notice_page.slug}`] : selectionTags

/**
 * `isDraft`: with the unpublished changes of its appearance, for a preview. The storefront of a channel with its appearance; that of the default channel where it has none of its own. Spec §3, decisions §4
 * (storefront/all).
 * @throws Error when the channel has none: no page can be rendered then (spec §8, the 500 page).
 */
export async function readStorefront(
  db: Db,
  channel: Channel,
  config: { storeUrl: string },
  { isDraft = false }: { isDraft?: boolean } = {},
): Promise<LicensedStorefront> {
  const row = await db
    .selectFrom('storefronts')
    .innerJoin('channels', 'channels.id', 'storefronts.channel_id')
    .select(['storefronts.id', 'mode', 'is_password_protection_enabled', 'license_status', 'appearance'])
    .where((eb) => eb.or([eb('channel_id', '=', channel.id), eb('is_default', '=', true)]))
    .orderBy(sql`channel_id = ${channel.id}`, 'desc')
    .limit(1)
    .executeTakeFirstOrThrow(() => new Error(`Channel ${channel.code} has no storefront`))
  const { license_status, appearance, ...columns } = row
  const stored = isDraft ? { ...appearance, ...(await findAppearanceDraft(db, row.id))?.values } : appearance
  const {
    termsandconditions_page,
    privacypolicy_page,
    checked_custom_css,
    mail_look: _ofMails,
    document_look: _ofDocuments,
    ...looks
  } = readAppearance(stored)
  const { favicon, background, social_sharing_image, logo1 } = looks
  const pictures = [background.image, social_sharing_image, logo1]
  const [images, notice, country, delivery, return_days, fonts, selection, before_order] = await Promise.all([
    readImages(
      db,
      pictures.flatMap((picture) => picture?.path ?? []),
    ),
    readNotice(db, channel, looks),
    readCountry(db, channel.country_id),
    readDelivery(db, channel),
    readReturnDays(db),
    withFallbacks(db, looks),
    readChannelSelection(db),
    readBeforeOrder(db, channel),
  ])
  const image = (picture: { path: string; alt?: string } | null) =>
    picture && imageOf(picture.path, images, picture.alt)

  return {
    license_status,
    storefront: {
      ...columns,
      ...looks,
      fonts,
      custom_css: looks.is_custom_css_enabled ? checked_custom_css : '',
      favicon: webAddresses(favicon),
      background: { ...background, image: image(background.image) },
      social_sharing_image: image(social_sharing_image),
      logo1: image(logo1),
      ...notice,
      termsandconditions_page: slugOrNull(termsandconditions_page),
      privacypolicy_page: slugOrNull(privacypolicy_page),
      channel: {
        id: channel.id,
        code: channel.code,
        currency: {
          code: channel.currency,
          symbol: channel.currency_symbol,
          decimals: channel.currency_decimals,
        },
        country,
        locale: channel.locale,
        is_tax_included: channel.is_tax_included,
        ...(channel.withdrawal_days > 0 && { withdrawal_days: channel.withdrawal_days }),
        ...(channel.omnibus && { was_label: '30-day lowest price' }),
      },
      ...before_order,
      channels: choicesOf(selection, config),
      delivery,
      return_days,
    },
  }
}

/** A shopper at a channel's host leaves it for the store's address. */
const choicesOf = ({ channels, default: preset, byCode }: ChannelSelection, config: { storeUrl: string }) =>
  channels
    .filter(({ id, host, code }) => host || byCode(code) || id === preset.id)
    .map((channel) => ({
      code: channel.code,
      name: channel.name,
      currency: channel.currency,
      url: channel.host ? `${originOfChannel(channel, config)}/` : null,
    }))

const slugOrNull = (slug: string | null) => (slug ? { slug } : null)

const webAddresses = ({ ico, png_32, png_192, apple, svg }: Storefront['favicon']) => {
  const address = (path: string | null) => path && mediaUrl(path)
  return {
    ico: address(ico),
    png_32: address(png_32),
    png_192: address(png_192),
    apple: address(apple),
    svg: address(svg),
  }
}

type Notice = Pick<Storefront, 'store_notice_message' | 'storefront_notice_page_id'>

/** The notice with the amounts of the channel. An inactive page is not linked. */
async function readNotice(db: Db, channel: Channel, notice: Notice) {
  const [notice_page, texts] = await Promise.all([
    readNoticePage(db, notice.storefront_notice_page_id),
    readTexts(db, channel),
  ])
  return {
    notice_page,
    storefront_notice_page_id: notice_page && notice.storefront_notice_page_id,
    store_notice_message: fillText(notice.store_notice_message, texts),
  }
}

async function readNoticePage(db: Db, id: number | null) {
  if (!id) return null
  const page = await db
    .selectFrom('pages')
    .select(['slug', 'name'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return page ?? null
}

async function readCountry(db: Db, id: number) {
  const { postcode_label, ...country } = await db
    .selectFrom('countries')
    .select(['id', 'code', 'mobile_code', 'mobile_number_length', 'postcode_label'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...country, postcode_name: postcodeWord(postcode_label) }
}

/**
 * The return period of most products, the shop's own for search engines: each product states its own. Counted among the newest
 * thousand, because a storefront is read often and a catalog may be large; null without products.
 */
export async function readReturnDays(db: Db): Promise<number | null> {
  const { rows } = await sql<{ days: number | null }>`
    select mode() within group (order by return_days) as days
    from (select return_days from products where is_published order by id desc limit 1000) newest`.execute(db)
  return rows[0]?.days ?? null
}

/** What the law of the channel's country wants above the order button. */
async function readBeforeOrder(db: Db, { id }: Channel): Promise<Pick<Storefront, 'before_order'>> {
  const row = await db
    .selectFrom('channels')
    .innerJoin('countries', 'countries.id', 'channels.country_id')
    .select(['order_button', 'guarantee_notice', 'countries.code'])
    .where('channels.id', '=', id)
    .executeTakeFirstOrThrow()
  const { image, url = '' } = row.guarantee_notice ?? {}
  const order_button = row.order_button ?? orderButtonOf(row.code)
  const picture = image && imageOf(image.path, await readImages(db, [image.path]), image.alt)
  const guarantee_notice = picture ? { image: picture, url } : null
  return order_button || guarantee_notice ? { before_order: { order_button, guarantee_notice } } : {}
}
