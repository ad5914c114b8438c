import { z } from 'zod'
import { STORED_SECRET } from '#contract/admin/agreed-values.ts'
import { validationMessages } from '#contract/rules/validation-messages.ts'
import type { Settings } from '#contract/storefront.ts'
import { setDefaultChannel } from '#server/commerce/checkout/editing/manage-channels.ts'
import { type Hashing, hashPassword } from '#server/people/auth/hash-password.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Config } from '#server/platform/config/config.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { specMessages } from '#server/platform/kernel/field-errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { writeSettings } from '#server/shop/settings/editing/write-settings.ts'
import { readSettings } from '#server/shop/settings/read-settings.ts'
import { settingSchemas } from '#server/shop/settings/setting-schemas.ts'
import {
  mistakesInStoreFacts,
  readPlaces,
  type StoreFacts,
  storeFactKeys,
} from '#server/shop/settings/store-facts.ts'
import type { Appearance } from './appearance.ts'
import { appearanceWarnings, requireUploaded, withBundledFonts } from './check-appearance.ts'
import { checkCustomCss } from './custom-css.ts'
import { readAppearance } from './read-appearance.ts'
import { unknownSetting } from './refusals.ts'
import { appearanceSchemas, columnSchemas } from './storefront-schemas.ts'

/** Write-only: readers learn only whether it is set. */
const STORE_PASSWORD = 'store_password'
const storePassword = z.string().min(6, 'The value length should be at least 6').max(200)

const schemas: Readonly<Record<string, z.ZodType>> = {
  ...settingSchemas,
  ...columnSchemas,
  ...appearanceSchemas,
  [STORE_PASSWORD]: z.union([z.null(), storePassword]),
}

/** All configuration keys: the settings and storefront fields of spec §3, and the store's password. */
export const configurationKeys: readonly string[] = Object.keys(schemas)

/** The schema of one key, for parsing input and for generated forms. */
export const configurationSchema = (key: string): z.ZodType | undefined =>
  Object.hasOwn(schemas, key) ? schemas[key] : undefined

type ConfigurationContext = { db: Db | Tx; config: Pick<Config, 'storeUrl'> }

/** By the keys of the configuration; `checked_custom_css` is what pages show of the style sheet. */
type Configuration = Settings & Appearance & Record<string, unknown>

/** The current values by key, defaults included; `STORED_SECRET` stands for the store's password. */
export async function readConfiguration({ db, config }: ConfigurationContext): Promise<Configuration> {
  const channel = await readDefaultChannel(db)
  const [settings, storefront] = await Promise.all([
    readSettings(db, { channel, config }),
    findStorefront(db, channel.id),
  ])
  const appearance = readAppearance(storefront.appearance)
  return {
    ...settings,
    ...appearance,
    mode: storefront.mode,
    is_password_protection_enabled: storefront.is_password_protection_enabled,
    [STORE_PASSWORD]: storefront.password_hash === null ? null : STORED_SECRET,
  }
}

type WriteContext = { db: Db | Tx; config: Hashing & Pick<Config, 'storeUrl'> }

/** `warnings`: what the merchant should know of a valid change, such as text that is hard to read. */
export type Written = { warnings: string[] }

/**
 * Sets several keys, or none; every process applies them within two seconds. Used by the command line and the back office.
 *
 * @throws 404 for an unknown key; 422 with the error under the key when a value is invalid or would lock customers out (both login
 * methods off, protection without a password).
 */
export async function writeConfigurationValues(
  { db, config }: WriteContext,
  values: Readonly<Record<string, unknown>>,
): Promise<Written> {
  const parsed = parseValues(values)
  const settings = pick(parsed, settingSchemas)
  const columns = pick(parsed, columnSchemas)
  const looks = await withCheckedCss(pick(parsed, appearanceSchemas))
  const channel = await readDefaultChannel(db)
  // Hashing is slow, so it runs before the transaction.
  const given = parsed[STORE_PASSWORD]
  const password = typeof given === 'string' ? await hashPassword(given, config) : null
  return inTransaction(db, async (tx) => {
    const storefront = await findStorefront(tx, channel.id)
    if (Object.keys(settings).length > 0) {
      await writeSettings(tx, settings)
      if (settings.default_channel !== undefined)
        await setDefaultChannel(tx, Number(settings.default_channel))
      const written = await readSettings(tx, { channel, config })
      await requireStoreFacts(tx, settings, { ...written, country_id: channel.country_id })
      const { enable_otp_auth, enable_legacy_auth } = written
      const [changed = ''] = Object.keys(settings)
      if (!enable_otp_auth && !enable_legacy_auth)
        throw invalid({
          [changed]: ['“Sign in by code” and “Sign in by password” cannot both be off'],
        })
    }
    // Password and protection may be set together: each is checked against the other's new value.
    const next = { ...storefront, ...columns }
    if (Object.hasOwn(parsed, STORE_PASSWORD)) {
      await writePassword(tx, next, password)
      next.password_hash = password
    }
    for (const [key, value] of Object.entries(columns)) await writeColumn(tx, next, key, value)
    const warnings = Object.keys(looks).length > 0 ? await writeAppearance(tx, storefront, looks) : []
    if (Object.keys(parsed).length > Object.keys(settings).length) await noteChange(tx, ['storefront'])
    return { warnings }
  })
}

/**
 * Values of the appearance as they are stored.
 * @throws 404 for an unknown key; 422 with the error under the key.
 */
export const parseAppearance = (values: Readonly<Record<string, unknown>>): Promise<Partial<Appearance>> =>
  withCheckedCss(pick(parseValues(values), appearanceSchemas))

async function withCheckedCss(looks: Partial<Appearance>): Promise<Partial<Appearance>> {
  if (looks.custom_css === undefined) return looks
  const { css, problems } = await checkCustomCss(looks.custom_css)
  if (problems.length > 0) throw invalid({ custom_css: problems })
  return { ...looks, checked_custom_css: css }
}

/**
 * Checks country, state and tax number together when one of them changes: the error is at the field that is wrong if it
 * was changed, else at the one that no longer fits it.
 */
async function requireStoreFacts(
  tx: Tx,
  changed: object,
  { country_id, ...written }: StoreFacts & { country_id: number },
) {
  const [first] = storeFactKeys.filter((key) => Object.hasOwn(changed, key))
  if (!first) return
  const [mistake] = Object.entries(mistakesInStoreFacts(written, await readPlaces(tx), country_id))
  if (!mistake) return
  const [key, message] = mistake
  throw invalid({ [Object.hasOwn(changed, key) ? key : first]: [message] })
}

/** The messages of a form; where it would offer a list, the command line has to name the choices. */
const settingMessages = {
  error: (issue: Parameters<typeof specMessages.error>[0]) =>
    issue.code === 'invalid_value' ? validationMessages.choices(issue.values) : specMessages.error(issue),
}

function parseValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const errors: Record<string, string[]> = {}
  const parsed: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) {
    const schema = configurationSchema(key)
    if (!schema) throw unknownSetting(key)
    const result = schema.safeParse(value, settingMessages)
    if (result.success) parsed[key] = result.data
    else
      for (const { path, message } of result.error.issues) {
        const field = [key, ...path.map(String)].join('.')
        errors[field] = [...(errors[field] ?? []), message]
      }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return parsed
}

const pick = (values: Readonly<Record<string, unknown>>, schemas: object) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(schemas, key)))

/** Writes what differs, and returns the warnings. @throws 422 under the field as `requireUploaded`. */
export async function writeAppearance(
  tx: Tx,
  storefront: Pick<StorefrontRow, 'id' | 'appearance'>,
  looks: Partial<Appearance>,
): Promise<string[]> {
  const { changed, warnings } = await checkAppearance(tx, storefront.appearance, looks)
  await tx
    .updateTable('storefronts')
    .set({ appearance: json({ ...storefront.appearance, ...changed }) })
    .where('id', '=', storefront.id)
    .execute()
  return warnings
}

/**
 * The fields to store when `looks` replace those of a stored appearance, with the files of the bundled fonts that are then used.
 * @throws 422 under the field as `requireUploaded`.
 */
export async function checkAppearance(tx: Tx, stored: object, looks: Partial<Appearance>) {
  await requireUploaded(tx, looks)
  const changed = { ...looks }
  const known = readAppearance({ ...stored, ...looks })
  if (changed.typography) changed.fonts = withBundledFonts(known)
  return { changed, warnings: appearanceWarnings({ ...known, ...changed }, changed) }
}

type StorefrontRow = Awaited<ReturnType<typeof findStorefront>>

/** The storefront of a channel, locked in a transaction so that two writers do not overwrite each other's fields. */
export const findStorefront = (db: Db | Tx, channelId: number) => {
  const query = db
    .selectFrom('storefronts')
    .select(['id', 'mode', 'is_password_protection_enabled', 'password_hash', 'appearance'])
    .where('channel_id', '=', channelId)
  return (db.isTransaction ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

async function writePassword(
  tx: Tx,
  { id, is_password_protection_enabled }: StorefrontRow,
  password_hash: string | null,
) {
  if (password_hash === null && is_password_protection_enabled)
    throw invalid({ [STORE_PASSWORD]: ['Switch is_password_protection_enabled off first'] })
  await tx
    .updateTable('storefronts')
    .set((eb) => ({ password_hash, password_version: eb('password_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

async function writeColumn(
  tx: Tx,
  { id, password_hash, appearance }: StorefrontRow,
  key: string,
  value: unknown,
) {
  if (key === 'is_password_protection_enabled' && value === true && password_hash === null)
    throw invalid({ [key]: ['Set store_password first'] })
  await tx
    .updateTable('storefronts')
    .set({ [key]: value, ...(value === 'Coming Soon' && withoutPastOpening(appearance)) })
    .where('id', '=', id)
    .execute()
}

/** A past opening time, of an earlier opening, would open the store at once. */
function withoutPastOpening(appearance: StorefrontRow['appearance']) {
  const { special_pages } = readAppearance(appearance)
  if (!special_pages.opens_at || Date.parse(special_pages.opens_at) > Date.now()) return {}
  return { appearance: json({ ...appearance, special_pages: { ...special_pages, opens_at: null } }) }
}
