import type { Settings } from '#contract/storefront.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { settingDefaults } from './defaults.ts'

const keys = [
  'enable_guest_checkout',
  'order_sms_mandatory',
  'order_email_mandatory',
  'allow_tnc_checkout',
  'store_name',
  'store_email',
  'store_phone',
  'store_address',
] as const

export type CheckoutSettings = Pick<Settings, (typeof keys)[number]>

/**
 * The settings an order depends on, read in its transaction and never from the cache. A stored value of the
 * wrong type falls back to its default.
 */
export async function readCheckoutSettings(tx: Tx): Promise<CheckoutSettings> {
  const rows = await settingRows.all(tx, keys)
  const stored = rows.filter(({ key, value }) => typeof value === typeof settingDefaults[key])
  const defaults = Object.fromEntries(keys.map((key) => [key, settingDefaults[key]]))
  return {
    ...defaults,
    ...Object.fromEntries(stored.map(({ key, value }) => [key, value])),
  } as CheckoutSettings
}

const settingRows = prepared<{ key: (typeof keys)[number]; value: unknown }>(
  'checkout settings',
  'select key, value from settings where key = any($1::text[])',
)
