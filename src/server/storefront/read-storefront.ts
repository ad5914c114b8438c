import type { Storefront } from '#contract/storefront.ts'
import { imageOf, mediaUrl, readImages } from '../content/to-image.ts'
import type { CallContext, Db } from '../http/context.ts'
import { remember } from '../http/remember.ts'
import { type Appearance, plainAppearance } from './appearance.ts'
import type { Channel } from './read-channel.ts'
import { readDelivery } from './read-delivery.ts'

/** A storefront as the wire has it, and its license, which only initial-values tells. */
export type LicensedStorefront = { storefront: Storefront; license_status: string | null }

/** Remembered until the tag `storefront` is noted, or the name of the page in its notice bar changes. */
export async function rememberedStorefront(call: CallContext): Promise<LicensedStorefront> {
  const { channel } = call
  const licensed = await remember(call, `storefront ${channel.id}`, tagsOf, () =>
    readStorefront(call.db, channel),
  )
  call.tag(...tagsOf(licensed))
  return licensed
}

const tagsOf = ({ storefront: { notice_page } }: LicensedStorefront) =>
  notice_page ? ['storefront', `page:${notice_page.slug}`] : ['storefront']

/**
 * The storefront of a channel with its looks. Spec §3, decisions §4 (storefront/all).
 * @throws Error when the channel has none: nothing can be shown then (spec §8, the 500 page).
 */
export async function readStorefront(db: Db, channel: Channel): Promise<LicensedStorefront> {
  const row = await db
    .selectFrom('storefronts')
    .select(['id', 'mode', 'is_password_protection_enabled', 'license_status', 'appearance'])
    .where('channel_id', '=', channel.id)
    .executeTakeFirstOrThrow(() => new Error(`Channel ${channel.code} has no storefront`))
  const { license_status, appearance: stored, ...columns } = row
  const { termsandconditions_page, privacypolicy_page, ...looks }: Appearance = {
    ...plainAppearance,
    ...(stored as Partial<Appearance>),
  }
  const { favicon, background, social_sharing_image, logo1 } = looks
  const pictures = [background.image, social_sharing_image, logo1]
  const [images, notice_page, country, delivery] = await Promise.all([
    readImages(
      db,
      pictures.flatMap((picture) => picture?.path ?? []),
    ),
    readNoticePage(db, looks.storefront_notice_page_id),
    readCountry(db, channel.country_id),
    readDelivery(db, channel),
  ])
  const image = (picture: { path: string; alt?: string } | null) =>
    picture && imageOf(picture.path, images, picture.alt)

  return {
    license_status,
    storefront: {
      ...columns,
      ...looks,
      favicon: webAddresses(favicon),
      background: { ...background, image: image(background.image) },
      social_sharing_image: image(social_sharing_image),
      logo1: image(logo1),
      storefront_notice_page_id: notice_page && looks.storefront_notice_page_id,
      notice_page,
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
      },
      delivery,
    },
  }
}

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

/** A page that is not active is no page to lead to. */
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

const readCountry = (db: Db, id: number) =>
  db
    .selectFrom('countries')
    .select(['id', 'code', 'mobile_code', 'mobile_number_length'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
