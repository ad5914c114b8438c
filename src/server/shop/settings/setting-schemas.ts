import { z } from 'zod'
import { invalidStaffEmail } from '#contract/rules/email.ts'
import { tidyGstin } from '#contract/rules/gstin.ts'
import type { Settings } from '#contract/storefront.ts'

const text = (most = 300) => z.string().trim().max(most)
const email = z.union([z.literal(''), z.email(invalidStaffEmail)])
const link = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, error: 'The value is not a valid URL address' }),
])
/** The slug of a content page. */
const pageSlug = z
  .string()
  .regex(/^$|^[a-z0-9]+(?:[/-][a-z0-9]+)*$/, 'Use the slug of a page, such as privacy-policy')

/**
 * The schema of each setting, shared by the command line and the back office. Spec §3 "Settings keys".
 * `store_url` is missing because it follows the operator's STORE_URL.
 */
export const settingSchemas = {
  default_channel: z.int().min(1),
  enable_multi_channel: z.boolean(),
  enable_guest_checkout: z.boolean(),
  enable_login_at_checkout: z.boolean(),
  enable_customer_register: z.boolean(),
  enable_register_at_checkout: z.boolean(),
  privacy_policy_page: pageSlug,
  store_name: text(120),
  store_email: email,
  store_phone: text(30),
  store_address: text(500),
  store_country: text(80),
  store_state: text(80),
  enable_otp_auth: z.boolean(),
  enable_legacy_auth: z.boolean(),
  facebook: link,
  instagram: link,
  youtube: link,
  twitter: link,
  pinterest: link,
  linkedin: link,
  cart_expire_days: z.int().min(1).max(365),
  enable_customer_care: z.boolean(),
  customer_care_email: email,
  customer_care_phone: text(30),
  customer_care_address: text(500),
  enable_refund: z.boolean(),
  enable_cancel_order: z.boolean(),
  account_verification_for: z.enum(['none', 'phone', 'email', 'both']),
  order_sms_mandatory: z.boolean(),
  order_email_mandatory: z.boolean(),
  allow_tnc_checkout: z.boolean(),
  checkout_instruction: text(1_000),
  google_embed_url: z.union([
    z.literal(''),
    z.url({
      protocol: /^https$/,
      hostname: /^(www\.)?google\.[a-z.]{2,6}$/,
      error: 'Use the address of a Google Maps embed',
    }),
  ]),
  listing_paging: z.enum(['', 'scroll']),
  enable_passkey_auth: z.boolean(),
  store_tax_no: text(40).overwrite(tidyGstin),
  handling_days: z.int().min(0).max(60),
  return_fees: z.enum(['', 'free', 'customer']),
} satisfies { [Key in Exclude<keyof Settings, 'store_url'>]: z.ZodType }
