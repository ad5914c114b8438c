import { isDeepStrictEqual } from 'node:util'
import { settingGroups } from '#contract/admin/settings/groups.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import type { Appearance } from '../appearance.ts'
import { checkAppearance, findStorefront, parseAppearance, writeAppearance } from '../configuration.ts'
import { findAppearanceDraft, readAppearance } from '../read-appearance.ts'
import { appearanceVersionNotFound, noAppearanceDraft } from '../refusals.ts'
import { keysOfGroup } from '../setting-groups.ts'
import { appearanceSchemas } from '../storefront-schemas.ts'

const KEPT_VERSIONS = 50

const formKeys = settingGroups
  .filter(({ screen }) => screen === 'appearance')
  .flatMap(({ name }) => keysOfGroup(name))

/** The fields that are changed as a draft and published together. */
export const appearanceKeys = keysOf(appearanceSchemas).filter((key) => formKeys.includes(key))

type Looks = Partial<Appearance>

/** `live`: what the shop shows, of `appearanceKeys`; `draft`: the fields of these that a publication would change. */
export type EditedAppearance = {
  storefrontId: number
  live: Looks
  draft: Looks
  author: string | null
  updated_at: Date | null
}

const looksOf = (stored: object): Looks => {
  const known = readAppearance(stored)
  return Object.fromEntries(
    [...appearanceKeys, 'checked_custom_css' as const].map((key) => [key, known[key]]),
  )
}

/** Of the default channel's storefront, which is locked in a transaction. */
export async function readEditedAppearance(db: Db | Tx): Promise<EditedAppearance> {
  const { id } = await readDefaultChannel(db)
  const storefront = await findStorefront(db, id)
  const draft = await findAppearanceDraft(db, storefront.id)
  const live = looksOf(storefront.appearance)
  const edited = looksOf({ ...storefront.appearance, ...draft?.values })
  return {
    storefrontId: storefront.id,
    live,
    draft: differing(live, edited),
    author: draft?.author ?? null,
    updated_at: draft?.updated_at ?? null,
  }
}

function differing(live: Looks, next: Looks): Looks {
  const shown = new Map<string, unknown>(Object.entries(live))
  return Object.fromEntries(
    Object.entries(next).filter(([key, value]) => !isDeepStrictEqual(value, shown.get(key))),
  )
}

/**
 * Changes fields of the draft; a field with the value that the shop shows leaves it. Returns the warnings.
 * @throws 404 for an unknown key; 422 under the field.
 */
export async function saveAppearanceDraft(
  tx: Tx,
  values: Readonly<Record<string, unknown>>,
  author: string,
): Promise<string[]> {
  const looks = await parseAppearance(values)
  const { storefrontId, live, draft } = await readEditedAppearance(tx)
  const { changed, warnings } = await checkAppearance(tx, { ...live, ...draft }, looks)
  await writeDraft(tx, storefrontId, differing(live, { ...draft, ...changed }), author)
  return warnings
}

async function writeDraft(tx: Tx, storefront_id: number, values: Looks, author: string) {
  if (Object.keys(values).length === 0) {
    await tx.deleteFrom('appearance_drafts').where('storefront_id', '=', storefront_id).execute()
    return
  }
  const row = { values: json(values), author, updated_at: new Date() }
  await tx
    .insertInto('appearance_drafts')
    .values({ storefront_id, ...row })
    .onConflict((conflict) => conflict.column('storefront_id').doUpdateSet(row))
    .execute()
}

/** `previous`: the version that restores the look before it; null without one. */
export type Published = { number: number; previous: number; before: Looks; after: Looks }

/**
 * Shows the draft to visitors. What the shop shows without having been published here, such as a theme of the command line, becomes a
 * version of its own first, so that it can be restored.
 * @throws 409 NO_DRAFT; 422 under a field that is no longer valid, such as a deleted picture.
 */
export async function publishAppearance(tx: Tx, author: string): Promise<Published> {
  const { storefrontId, live, draft } = await readEditedAppearance(tx)
  if (Object.keys(draft).length === 0) throw noAppearanceDraft()
  const previous = await recordLive(tx, storefrontId, live)
  const { id } = await readDefaultChannel(tx)
  await writeAppearance(tx, await findStorefront(tx, id), draft)
  const { live: after } = await readEditedAppearance(tx)
  await writeDraft(tx, storefrontId, {}, author)
  const number = await recordVersion(tx, storefrontId, { kind: 'published', values: after, author })
  await noteChange(tx, ['storefront'])
  return { number, previous, before: live, after }
}

/** The number of the version that the shop shows, which is added when it is none. */
async function recordLive(tx: Tx, storefrontId: number, live: Looks): Promise<number> {
  const shown = await tx
    .selectFrom('appearance_versions')
    .select(['number', 'values'])
    .where('storefront_id', '=', storefrontId)
    .where('kind', '<>', 'draft')
    .orderBy('number', 'desc')
    .executeTakeFirst()
  if (shown && Object.keys(differing(live, looksOf(shown.values))).length === 0) return shown.number
  return recordVersion(tx, storefrontId, { kind: 'found', values: live, author: '' })
}

type NewVersion = { kind: 'published' | 'found' | 'draft'; values: Looks; author: string }

async function recordVersion(
  tx: Tx,
  storefront_id: number,
  { kind, values, author }: NewVersion,
): Promise<number> {
  const last = await tx
    .selectFrom('appearance_versions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('storefront_id', '=', storefront_id)
    .executeTakeFirst()
  const number = (last?.number ?? 0) + 1
  await tx
    .insertInto('appearance_versions')
    .values({ storefront_id, number, kind, values: json(values), author })
    .execute()
  await tx
    .deleteFrom('appearance_versions')
    .where('storefront_id', '=', storefront_id)
    .where('number', '<=', number - KEPT_VERSIONS)
    .execute()
  return number
}

/** Puts the draft aside, among the versions. @throws 409 NO_DRAFT. */
export async function discardAppearanceDraft(
  tx: Tx,
  author: string,
): Promise<{ previous: number; draft: Looks }> {
  const { storefrontId, live, draft, ...edited } = await readEditedAppearance(tx)
  if (Object.keys(draft).length === 0) throw noAppearanceDraft()
  const values = { ...live, ...draft }
  const previous = await recordVersion(tx, storefrontId, {
    kind: 'draft',
    values,
    author: edited.author ?? author,
  })
  await writeDraft(tx, storefrontId, {}, author)
  return { previous, draft }
}

/**
 * Makes a version the draft; a draft from before becomes a version, `previous`.
 * @throws 404 for an unknown version; 422 under a field that is no longer valid.
 */
export async function restoreAppearance(
  tx: Tx,
  number: number,
  author: string,
): Promise<{ previous: number | null }> {
  const { storefrontId, live, draft } = await readEditedAppearance(tx)
  const version = await tx
    .selectFrom('appearance_versions')
    .select('values')
    .where('storefront_id', '=', storefrontId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!version) throw appearanceVersionNotFound()
  const before = Object.keys(draft).length > 0 ? await discardAppearanceDraft(tx, author) : undefined
  const values = differing(live, looksOf(version.values))
  await checkAppearance(tx, live, values)
  await writeDraft(tx, storefrontId, values, author)
  return { previous: before?.previous ?? null }
}

/** The versions, the newest first, each with the fields in which it differs from the version that was shown before it. */
export async function listAppearanceVersions(db: Db) {
  const { storefrontId, live } = await readEditedAppearance(db)
  const rows = await db
    .selectFrom('appearance_versions')
    .select(['number', 'kind', 'author', 'created_at', 'values'])
    .where('storefront_id', '=', storefrontId)
    .orderBy('number')
    .execute()
  let shown: Looks | undefined
  let live_number: number | null = null
  const versions = rows.map(({ values, created_at, ...row }) => {
    const looks = looksOf(values)
    const after = shown ? differing(shown, looks) : {}
    const before = Object.fromEntries(keysOf(after).map((key) => [key, shown?.[key]]))
    if (row.kind !== 'draft') shown = looks
    return { ...row, at: created_at.toISOString(), before: readable(before), after: readable(after) }
  })
  if (shown && Object.keys(differing(live, shown)).length === 0)
    live_number = rows.findLast(({ kind }) => kind !== 'draft')?.number ?? null
  return { versions: versions.reverse(), live_number }
}

/** Without what no one reads, and style sheets by their size: 50 of them would be 5 MB. */
export function readable({ checked_custom_css: _generated, ...looks }: Looks): Record<string, unknown> {
  const { custom_css, ...others } = looks
  if (custom_css === undefined) return others
  return { ...others, custom_css: custom_css && `${Buffer.byteLength(custom_css)} bytes` }
}
