import { z } from 'zod'
import { Account } from './account.ts'
import { defineEndpoints } from './define-endpoints.ts'
import type { Routes } from './routes.ts'
import { Id, IdText, Image, Money } from './shapes.ts'

const NamedPage = z.object({ slug: z.string(), name: z.string() })
const Font = z.object({ font_family: z.string(), font_size: z.string(), font_weight: z.int() })

export const Storefront = z
  .object({
    id: Id,
    name: z.string(),
    mode: z.string(),
    is_password_protection_enabled: z.boolean(),
    is_cookie_warning_enabled: z.boolean(),
    cookie_warning_message: z.string(),
    show_cookie_manage: z.boolean(),
    cookies: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        required: z.boolean(),
        group: z.enum(['necessary', 'optional']),
      }),
    ),
    favicon: z.object({
      ico: z.string().nullable(),
      png_32: z.string().nullable(),
      png_192: z.string().nullable(),
      apple: z.string().nullable(),
      svg: z.string().nullable(),
    }),
    color_scheme: z.enum(['light', 'dark']),
    theme_colors: z.array(z.object({ variable: z.string(), color: z.string() })),
    text_colors: z.array(z.object({ variable: z.string(), color: z.string() })),
    background: z.object({
      enabled: z.boolean(),
      type: z.enum(['color', 'image']),
      color: z.string().nullable(),
      image: Image.nullable(),
    }),
    typography: z.object({ body: Font, heading: Font }),
    fonts: z.array(
      z.object({
        family: z.string(),
        path: z.string(),
        weight_range: z.string(),
        is_variable: z.boolean(),
      }),
    ),
    radius: z.string(),
    custom_css: z.string(),
    is_custom_css_enabled: z.boolean(),
    page_layout: z.enum(['Boxed Content', 'Full Width']),
    meta: z.object({ meta_title: z.string(), meta_description: z.string() }),
    social_sharing_image: Image.nullable(),
    enable_indexing: z.boolean(),
    logo1: Image.nullable(),
    is_sticky_header_enabled: z.boolean(),
    is_scroll_button_enabled: z.boolean(),
    is_store_notice_enabled: z.boolean(),
    store_notice_message: z.string(),
    store_notice_background_color: z.string(),
    store_notice_text_color: z.string(),
    store_notice_is_clearable: z.boolean(),
    storefront_notice_page_id: Id.nullable(),
    notice_page: NamedPage.nullable(),
    channel: z.object({
      id: Id,
      code: z.string(),
      currency: z.object({ code: z.string(), symbol: z.string(), decimals: z.int() }),
      country: z.object({
        id: Id,
        code: z.string(),
        mobile_code: z.string(),
        mobile_number_length: z.int(),
      }),
      locale: z.string(),
    }),
    /** How the shop delivers, all destinations together: what it tells search engines and feeds. Ours beside the spec's. */
    delivery: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        amount: Money,
        /** From this amount of goods on it costs nothing. */
        free_from: Money.nullable(),
        /** From the order to the door; null where the shop keeps no delivery times. */
        eta_days: z.object({ min: z.int(), max: z.int() }).nullable(),
      }),
    ),
    termsandconditions_page: z.object({ slug: z.string() }).nullable(),
    privacypolicy_page: z.object({ slug: z.string() }).nullable(),
  })
  .meta({ id: 'Storefront' })

/** Spec §3, settings keys requested at start. Keys outside this list are dropped (decisions §4, notes). */
export const settingKeys = [
  'default_channel',
  'enable_multi_channel',
  'enable_guest_checkout',
  'enable_login_at_checkout',
  'enable_customer_register',
  'enable_register_at_checkout',
  'privacy_policy_page',
  'store_name',
  'store_email',
  'store_phone',
  'store_address',
  'store_country',
  'store_state',
  'store_url',
  'enable_otp_auth',
  'enable_legacy_auth',
  'facebook',
  'instagram',
  'youtube',
  'twitter',
  'pinterest',
  'linkedin',
  'cart_expire_days',
  'enable_customer_care',
  'customer_care_email',
  'customer_care_phone',
  'customer_care_address',
  'enable_refund',
  'enable_cancel_order',
  'account_verification_for',
  'order_sms_mandatory',
  'order_email_mandatory',
  'allow_tnc_checkout',
  'checkout_instruction',
  'google_embed_url',
  // Ours: `scroll` for listings that go on by themselves; empty is a button (spec §2 Listings).
  'listing_paging',
  // Ours: passkeys as a third way to log in.
  'enable_passkey_auth',
  // Ours: what an invoice has to name, in India the GSTIN.
  'store_tax_no',
] as const

const settingsTypes = {
  flags: [
    'enable_multi_channel',
    'enable_guest_checkout',
    'enable_login_at_checkout',
    'enable_customer_register',
    'enable_register_at_checkout',
    'enable_otp_auth',
    'enable_legacy_auth',
    'enable_passkey_auth',
    'enable_customer_care',
    'enable_refund',
    'enable_cancel_order',
    'order_sms_mandatory',
    'order_email_mandatory',
    'allow_tnc_checkout',
  ],
  integers: ['default_channel', 'cart_expire_days'],
} as const

type FlagKey = (typeof settingsTypes.flags)[number]
type IntegerKey = (typeof settingsTypes.integers)[number]
export type SettingKey = (typeof settingKeys)[number]

/** The settings as the shop reads them; a key that is not set has its default (`server/settings/defaults.ts`). */
export type Settings = { [Key in FlagKey]: boolean } & { [Key in IntegerKey]: number } & {
  [Key in Exclude<SettingKey, FlagKey | IntegerKey>]: string
}

const SettingValues = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .transform((values) => values as Partial<Settings>)

export const Plugin = z.object({
  module_name: z.string(),
  config: z.record(z.string(), z.unknown()).nullable(),
})

const keysInput = z.array(z.string().max(60)).max(100)

export const storefrontEndpoints = defineEndpoints<Routes['storefront']>()({
  all: {
    summary: 'The storefront: mode, looks, notice, channel',
    input: z.object({}),
    data: Storefront,
    whileLocked: true,
  },
  initialValues: {
    summary: 'All that the application needs at start',
    /** `keys=a,b` or repeated `keys[]=`. */
    input: z.object({ keys: z.string().max(4_000).or(keysInput).optional() }),
    data: z.object({
      license_status: z.string().nullable(),
      host: z.string(),
      settings: SettingValues,
      storefront: Storefront,
      plugins: z.array(Plugin),
      /** Only for somebody who is logged in. */
      account: Account.optional(),
      admin_token: z.string().nullable(),
    }),
    whileLocked: true,
  },
})

export const AddressField = z.object({
  column_name: z.string(),
  label: z.string(),
  type: z.string(),
  is_required: z.boolean(),
  max_length: z.int(),
  pattern: z.string().nullable(),
  autocomplete: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
  width: z.int(),
  sort_order: z.int(),
})

export const Country = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  mobile_code: z.string(),
  mobile_number_length: z.int(),
  currency: z.string(),
  postcode_label: z.string(),
  postcode_pattern: z.string(),
  states: z.array(
    z.object({
      id: Id,
      name: z.string(),
      code: z.string(),
      /** What its postcodes begin with, where that is known. Ours beside the spec's. */
      postcode_prefixes: z.array(z.string()).optional(),
    }),
  ),
})

/** Ours beside the spec's: what a form fills in when somebody has typed their postcode. ADR 0022. */
export const PostcodePlace = z.object({ city: z.string().nullable(), state_id: Id.nullable() })

export const settingsEndpoints = defineEndpoints<Routes['settings']>()({
  get: {
    summary: 'Settings by key; unknown keys are dropped',
    input: z.object({ keys: keysInput }),
    data: SettingValues,
    whileLocked: true,
  },
  countries: {
    summary: 'Countries with their states',
    input: z.object({}),
    data: z.array(Country),
    whileLocked: true,
  },
  addressFields: {
    summary: 'What an address form asks for in a country',
    input: z.object({
      country: IdText.optional(),
      type: z.enum(['Shipping', 'Billing']).optional(),
    }),
    data: z.array(AddressField),
  },
  postcode: {
    summary: 'City and state of a postcode, as far as they are known',
    input: z.object({ country: IdText, postcode: z.string().trim().min(1).max(12) }),
    data: PostcodePlace,
  },
})

export const baseEndpoints = defineEndpoints<Routes['base']>()({
  host: {
    summary: 'The origin of the shop, slashes escaped as the spec has it',
    input: z.object({}),
    data: z.string(),
    bare: true,
    whileLocked: true,
  },
  heartBeat: {
    summary: 'A browser was here today',
    input: z.object({ url: z.string().max(2_000).optional(), build_id: z.string().max(80).optional() }),
    data: z.undefined(),
    whileLocked: true,
  },
  health: {
    summary: 'Is the shop up, and of which build?',
    input: z.object({}),
    data: z.object({ build_id: z.string() }),
    whileLocked: true,
  },
})

export type Storefront = z.infer<typeof Storefront>
export type Country = z.infer<typeof Country>
export type PostcodePlace = z.infer<typeof PostcodePlace>
export type AddressField = z.infer<typeof AddressField>
export type InitialValues = z.infer<typeof storefrontEndpoints.initialValues.data>
