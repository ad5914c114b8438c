import { z } from 'zod'
import { Account, Email } from './account.ts'
import { defineEndpoints } from './define-endpoints.ts'
import { ActivePlugin } from './plugins.ts'
import type { Routes } from './routes.ts'
import { Id, IdText, Image, Money } from './shapes.ts'

const NamedPage = z.object({ slug: z.string(), name: z.string() })
const Font = z.object({ font_family: z.string(), font_size: z.string(), font_weight: z.int() })

/** How a system font takes the room of a font that is still loading: values of its `@font-face`, in percent. */
const FontFallback = z.object({
  kind: z.enum(['sans', 'serif']),
  size_adjust: z.number(),
  ascent_override: z.number(),
  descent_override: z.number(),
  line_gap_override: z.number(),
})
export type FontFallback = z.infer<typeof FontFallback>

/** Spec §3 "Cookie preference". */
const CookieEntry = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  required: z.boolean(),
  group: z.enum(['necessary', 'optional']),
  /** Names of the cookies that it sets; a final `*` stands for any ending. Not in the spec. */
  cookie_names: z.array(z.string()).optional(),
})
export type CookieEntry = z.infer<typeof CookieEntry>

const CookieChoices = z.array(z.object({ id: z.string().min(1).max(60), accepted: z.boolean() })).max(50)

export const Storefront = z
  .object({
    id: Id,
    name: z.string(),
    mode: z.string(),
    is_password_protection_enabled: z.boolean(),
    is_cookie_warning_enabled: z.boolean(),
    cookie_warning_message: z.string(),
    show_cookie_manage: z.boolean(),
    cookies: z.array(CookieEntry),
    favicon: z.object({
      ico: z.string().nullable(),
      png_32: z.string().nullable(),
      png_192: z.string().nullable(),
      apple: z.string().nullable(),
      svg: z.string().nullable(),
    }),
    color_scheme: z.enum(['light', 'dark', 'device']),
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
        /** For the first file of each family that a text uses. Not in the spec. */
        fallback: FontFallback.optional(),
      }),
    ),
    radius: z.string(),
    /** Checked and minified, in a cascade layer; empty while it is disabled. */
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
        /** What its postal codes are called inside a sentence: `pincode`. Not in the spec. */
        postcode_name: z.string(),
      }),
      locale: z.string(),
      /** Prices contain the tax. Not in the spec. */
      is_tax_included: z.boolean(),
      /** Days from the delivery to withdraw from the contract; left out where there is no such right. Not in the spec. ADR 0033. */
      withdrawal_days: z.int().optional(),
      /** What the price is that a reduction strikes through; left out where it is the compare price. Not in the spec. */
      was_label: z.string().optional(),
    }),
    /** What the law wants above the order button; left out where it wants nothing. Not in the spec. ADR 0033. */
    before_order: z
      .object({
        order_button: z.string().nullable(),
        guarantee_notice: z.object({ image: Image, url: z.string() }).nullable(),
      })
      .optional(),
    /**
     * The channels that the shopper may choose from, this one included. `url` where a channel has a host of its own, which is opened
     * instead. Not in the spec.
     */
    channels: z.array(
      z.object({ code: z.string(), name: z.string(), currency: z.string(), url: z.string().nullable() }),
    ),
    /** The shop's delivery conditions for all destinations, for search engines and feeds. Not in the spec. */
    delivery: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        amount: Money,
        /** Free from this amount of items. */
        free_from: Money.nullable(),
        /** From order to delivery; null where the shop has no delivery times. */
        eta_days: z.object({ min: z.int(), max: z.int() }).nullable(),
      }),
    ),
    /** The days to return most of its products, 0: no returns, null without products; for search engines. Not in the spec. */
    return_days: z.int().nullable(),
    /** Texts and times of the pages that a closed store shows. Ours beside the spec's. */
    special_pages: z.object({
      opens_at: z.string().nullable(),
      coming_soon_message: z.string(),
      maintenance_ends_at: z.string().nullable(),
      maintenance_message: z.string(),
      password_message: z.string(),
    }),
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
  // Not in the spec: `scroll` for listings with infinite scrolling; empty is a button (spec §2 Listings).
  'listing_paging',
  // Not in the spec: passkeys as a third login method.
  'enable_passkey_auth',
  // Not in the spec: the tax number for invoices, in India the GSTIN.
  'store_tax_no',
  // Not in the spec: conditions that search engines show with products.
  'handling_days',
  'return_fees',
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
  integers: ['default_channel', 'cart_expire_days', 'handling_days'],
} as const

type FlagKey = (typeof settingsTypes.flags)[number]
type IntegerKey = (typeof settingsTypes.integers)[number]
export type SettingKey = (typeof settingKeys)[number]

/** The settings with their types; an unset key has its default (`server/shop/settings/defaults.ts`). */
export type Settings = { [Key in FlagKey]: boolean } & { [Key in IntegerKey]: number } & {
  [Key in Exclude<SettingKey, FlagKey | IntegerKey>]: string
}

const SettingValues = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .transform((values) => values as Partial<Settings>)

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
      plugins: z.array(ActivePlugin),
      /** Only for a logged-in customer. */
      account: Account.optional(),
      admin_token: z.string().nullable(),
    }),
    whileLocked: true,
  },
  verifyPassword: {
    summary: 'Opens a password-protected store to this browser for 24 hours',
    input: z.object({ password: z.string().min(1, 'The password is required').max(256) }),
    /** False: the store is not protected. */
    data: z.object({ password_protected: z.boolean() }),
    credentialRefusals: ['PASSWORD_INVALID'],
    whileLocked: true,
  },
  subscribeToMode: {
    summary: 'Asks for one mail when the store opens',
    input: z.object({
      email: Email,
      mode: z.enum(['Coming Soon', 'Under Maintenance']),
      /** Hidden from people: only programs fill it in. */
      website: z.string().max(2_000).default(''),
    }),
    data: z.object({ email: z.string(), mode: z.string() }),
    refusals: ['MODE_NOT_ACTIVE'],
    whileLocked: true,
  },
  saveCookies: {
    summary: 'Saves the visitor’s cookie preferences and records the consent without personal data',
    input: z.object({ choices: CookieChoices }),
    /** `consent_id` identifies the record; null when the store asks for no consent. Not in the spec. */
    data: z.object({ choices: CookieChoices, consent_id: z.string().nullable() }),
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
      /** The known prefixes of its postcodes. Not in the spec. */
      postcode_prefixes: z.array(z.string()).optional(),
    }),
  ),
})

/** Not in the spec: what a form fills in after a postcode is typed. ADR 0039. */
export const PostcodeLocation = z.object({ city: z.string().nullable(), state_id: Id.nullable() })

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
    data: PostcodeLocation,
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
    summary: 'Is the process alive, and of which build?',
    input: z.object({}),
    data: z.object({ build_id: z.string() }),
    whileLocked: true,
  },
})

export type Storefront = z.infer<typeof Storefront>
export type Country = z.infer<typeof Country>
export type PostcodeLocation = z.infer<typeof PostcodeLocation>
export type AddressField = z.infer<typeof AddressField>
export type InitialValues = z.infer<typeof storefrontEndpoints.initialValues.data>
