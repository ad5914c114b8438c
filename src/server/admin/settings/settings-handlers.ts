import { STORED_SECRET } from '#contract/admin/agreed-values.ts'
import { type SettingGroup, settingGroups } from '#contract/admin/settings/groups.ts'
import type { adminSettingsEndpoints, SettingsRecord } from '#contract/admin/settings/settings.ts'
import { contrastWarnings } from '#contract/rules/theme-contrast.ts'
import { readConfiguration, writeConfigurationValues } from '#server/content/storefront/configuration.ts'
import {
  readEditedAppearance,
  saveAppearanceDraft,
} from '#server/content/storefront/editing/appearance-draft.ts'
import { keysOfGroup, schemaOfGroup } from '#server/content/storefront/setting-groups.ts'
import { requireRecentProof } from '#server/people/staff/start-staff-session.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import {
  mistakesInStoreFacts,
  offerPlaces,
  readPlaces,
  type StoreFacts,
} from '#server/shop/settings/store-facts.ts'
import { addFavicons } from '#server/shop/uploads/add-favicons.ts'
import { addFont } from '#server/shop/uploads/add-font.ts'
import { addPicture } from '#server/shop/uploads/add-picture.ts'
import { versionOf } from '../record-version.ts'
import { requireFile } from '../require-file.ts'
import { saveRecord } from '../save-record.ts'
import { authorOf } from './appearance-handlers.ts'

/** Who gets into the shop at all: an unlocked computer is not enough to change it. */
const NEEDS_PROOF = ['store_password', 'is_password_protection_enabled']

/** A logo is shown at 160 px at most; screens have up to four pixels for each. */
const LOGO_PIXELS = 640

type Context = Pick<Services, 'config'> & { db: Db | Tx }

export const adminSettingsHandlers: Handlers<typeof adminSettingsEndpoints> = {
  get: ({ id: group }, call) => readGroup(call, group),

  async update({ id: group, version, values }, call) {
    const unknown = Object.keys(values).filter((key) => !keysOfGroup(group).includes(key))
    if (unknown.length > 0)
      throw invalid(
        Object.fromEntries(unknown.map((key) => [key, ['This setting is not part of the group']])),
      )
    let warnings: string[] = []
    const saved = await saveRecord(call, {
      type: 'settings',
      id: group,
      label: 'Settings',
      version,
      read: (db) => readGroup({ ...call, db }, group),
      logged: (record) => record.values,
      ...(isNewSecret(values.store_password) && { replaced: { store_password: 'replaced' } }),
      async write(db, before) {
        const changed = changedOf(values, before.values)
        if (isOfAppearance(group)) {
          warnings = await saveAppearanceDraft(db, changed, authorOf(call))
          return
        }
        if (NEEDS_PROOF.some((key) => Object.hasOwn(changed, key))) requireRecentProof(call)
        warnings = (await writeConfigurationValues({ db, config: call.config }, changed)).warnings
      },
    })
    return say(isOfAppearance(group) ? 'Draft saved' : 'Settings saved', {
      ...saved,
      warnings: [...new Set([...saved.warnings, ...warnings])],
    })
  },

  async upload({ use, alt }, call) {
    const bytes = requireFile(call.uploads, 'Please choose a file')
    const value = await storeUpload(call, use, { bytes, alt })
    await writeAudit(call.db, actorOf(call.visitor), {
      action: 'settings.upload',
      record: { type: 'settings', id: use },
      after: value,
    })
    return { value }
  },

  async makeIcons({ path }, call) {
    const picture = await call.db
      .selectFrom('images')
      .select('path')
      .where('path', '=', path)
      .executeTakeFirst()
    if (!picture || !(await call.files.find(path)))
      throw invalid({ path: ['This picture is not in the media library'] })
    const value = await storeIcons(call, await call.files.read(path), { isStored: true })
    await writeAudit(call.db, actorOf(call.visitor), {
      action: 'settings.make_icons',
      record: { type: 'settings', id: 'favicon' },
      after: value,
    })
    return { value }
  },
}

type Files = Pick<Services, 'db' | 'config' | 'files'>

/** The Apple icon gets the background of the pages. */
async function storeIcons({ db, config, files }: Files, bytes: Buffer, options: { isStored?: boolean } = {}) {
  const { background } = await readConfiguration({ db, config })
  const color = /^#[0-9a-f]{6}$/i.exec(background.color ?? '')?.[0] ?? '#ffffff'
  return addFavicons({ files }, bytes, { background: color, ...options })
}

async function storeUpload(
  { db, config, files }: Files,
  use: 'picture' | 'logo' | 'favicon' | 'font',
  { bytes, alt }: { bytes: Buffer; alt: string },
): Promise<Record<string, unknown>> {
  if (use === 'font') return addFont({ db, files }, bytes)
  if (use === 'favicon') return storeIcons({ db, config, files }, bytes)
  const { path } = await addPicture({ db, files }, bytes, {
    alt,
    ...(use === 'logo' && { longest: LOGO_PIXELS }),
  })
  return { path, alt }
}

const isOfAppearance = (group: SettingGroup) =>
  settingGroups.some(({ name, screen }) => name === group && screen === 'appearance')

async function readGroup({ db, config }: Context, group: SettingGroup): Promise<SettingsRecord> {
  const stored = await readConfiguration({ db, config })
  const all: typeof stored = {
    ...stored,
    ...(isOfAppearance(group) && (await readEditedAppearance(db)).draft),
  }
  const values = Object.fromEntries(keysOfGroup(group).map((key) => [key, all[key]]))
  const schema = schemaOfGroup(group) as Record<string, unknown>
  const warnings = group === 'colors' ? contrastWarnings(all) : []
  if (group === 'store') warnings.push(...(await describeStoreFacts(db, schema, all)))
  return { group, version: versionOf(values), values, schema, warnings }
}

/** Offers the known places, and tells what is wrong with stored facts, which are never changed without a request. */
async function describeStoreFacts(db: Db | Tx, schema: object, facts: StoreFacts): Promise<string[]> {
  const [known, channel] = await Promise.all([readPlaces(db), readDefaultChannel(db)])
  offerPlaces(schema, facts, known)
  return Object.values(mistakesInStoreFacts(facts, known, channel.country_id))
}

/** Only what differs: a field that was not touched never fails on a rule that is newer than its value. */
const changedOf = (values: Record<string, unknown>, before: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => value !== STORED_SECRET && JSON.stringify(value) !== JSON.stringify(before[key]),
    ),
  )

const isNewSecret = (value: unknown) => typeof value === 'string' && value !== STORED_SECRET
