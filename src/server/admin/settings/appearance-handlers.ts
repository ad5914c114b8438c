import { isDeepStrictEqual } from 'node:util'
import type { AppearanceState, adminAppearanceEndpoints } from '#contract/admin/settings/appearance.ts'
import { settingGroups } from '#contract/admin/settings/groups.ts'
import { familiesOf } from '#contract/rules/font-css.ts'
import { contrastWarnings } from '#contract/rules/theme-contrast.ts'
import { createPreviewToken, WHOLE_SHOP } from '#server/content/pages/preview-token.ts'
import type { Appearance } from '#server/content/storefront/appearance.ts'
import {
  discardAppearanceDraft,
  listAppearanceVersions,
  publishAppearance,
  readable,
  readEditedAppearance,
  restoreAppearance,
  saveAppearanceDraft,
} from '#server/content/storefront/editing/appearance-draft.ts'
import { readAppearance } from '#server/content/storefront/read-appearance.ts'
import { settingTexts } from '#server/content/storefront/setting-texts.ts'
import { readThemes } from '#server/operations/seed/theme-tokens.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Services, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { bundledFontPath, bundledFonts } from '#server/shop/fonts/bundled-fonts.ts'
import { uploadedFontPath } from '#server/shop/fonts/read-fallbacks.ts'
import { requireVersion, versionOf } from '../record-version.ts'
import { unknownTheme } from '../refusals.ts'

type Looks = Pick<Appearance, 'theme_colors' | 'text_colors' | 'typography' | 'radius'>
type Values = Record<string, unknown>
type Call = Pick<Services, 'db' | 'changes'> & { visitor: Visitor }

/** A member of staff by the name that other editors see. */
export function authorOf(call: { visitor: Visitor }): string {
  const { name, email } = staffOf(call)
  return name || email
}

export const adminAppearanceHandlers: Handlers<typeof adminAppearanceEndpoints> = {
  get: (_input, { db }) => readState(db),

  async publish({ version }, call) {
    const published = await change(call, version, 'publish', async (tx, author) => {
      const { previous, before, after } = await publishAppearance(tx, author)
      return { previous, ...changesBetween(before, after) }
    })
    return say('Published. Visitors see it now', published)
  },

  async discard({ version }, call) {
    const discarded = await change(call, version, 'discard', async (tx, author) => {
      const { previous, draft } = await discardAppearanceDraft(tx, author)
      return { previous, before: readable(draft), after: null }
    })
    return say('Draft discarded', discarded)
  },

  versions: (_input, { db }) => listAppearanceVersions(db),

  async restore({ id: number, version, to }, call) {
    const restored = await change(call, version, 'restore', async (tx, author) => {
      const { previous } = await restoreAppearance(tx, number, author)
      if (to === 'draft') return { previous, after: { version: number } }
      const published = await publishAppearance(tx, author)
      return { previous: published.previous, ...changesBetween(published.before, published.after) }
    })
    return say(to === 'draft' ? 'The version is the draft now' : 'Restored. Visitors see it now', restored)
  },

  async preview(_input, { db, config }) {
    const token = createPreviewToken(config, WHOLE_SHOP, { kind: 'back office' })
    const product = await db
      .selectFrom('products')
      .select('slug')
      .where('is_published', '=', true)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return {
      token,
      pages: [
        { label: 'Home', path: '/' },
        { label: 'Listing', path: '/shop-online' },
        ...(product ? [{ label: 'Product', path: `/product/${encodeURIComponent(product.slug)}` }] : []),
        { label: 'Cart', path: '/cart' },
      ],
    }
  },

  async themes(_input, { db }) {
    const [{ themes, labels }, { live, draft }] = await Promise.all([readThemes(), readEditedAppearance(db)])
    const shown = pictureOf(readAppearance({ ...live, ...draft }))
    return {
      themes: [...themes].map(([name, theme]) => {
        const picture = pictureOf(readAppearance(theme))
        return {
          name,
          label: labels.get(name) ?? name,
          ...picture,
          is_current: isDeepStrictEqual(picture, shown),
        }
      }),
    }
  },

  async applyTheme({ name, version }, call) {
    const { themes, labels } = await readThemes()
    const theme = themes.get(name)
    if (!theme) throw unknownTheme(name)
    const applied = await change(call, version, 'apply_theme', async (tx, author) => {
      const { live, draft } = await readEditedAppearance(tx)
      const { fonts } = readAppearance({ ...live, ...draft })
      const uploaded = fonts.filter(({ path }) => uploadedFontPath(path))
      await saveAppearanceDraft(tx, { ...theme, fonts: [...theme.fonts, ...uploaded] }, author)
      return { previous: null, after: { theme: name } }
    })
    return say(`The draft has the theme ${labels.get(name)}`, applied)
  },
}

/** What a small picture of a theme is drawn with. */
function pictureOf({ theme_colors, text_colors, typography: { body, heading }, radius }: Looks) {
  const fileOf = (family: string) => {
    const font = bundledFonts.find((one) => one.family === familiesOf(family)[0])
    return font ? bundledFontPath(font.slug, 'latin') : null
  }
  return {
    colors: Object.fromEntries(
      [...theme_colors, ...text_colors].map(({ variable, color }) => [variable, color]),
    ),
    body: { family: body.font_family, path: fileOf(body.font_family) },
    heading: {
      family: heading.font_family,
      path: fileOf(heading.font_family),
      weight: heading.font_weight,
    },
    radius,
  }
}

type Done = { previous: number | null; before?: Values; after: Values | null }

/** Changes the appearance after a comparison of versions under a lock, with an entry in the audit log. @throws 409 STALE_RECORD; what `work` throws. */
async function change(
  call: Call,
  version: string,
  verb: string,
  work: (tx: Tx, author: string) => Promise<Done>,
): Promise<AppearanceState & { previous: number | null }> {
  const done = await inTransaction(call.db, async (tx) => {
    await requireVersion(tx, { type: 'appearance', label: 'Appearance', id: 'shop', version }, readState)
    const { previous, before, after } = await work(tx, authorOf(call))
    await writeAudit(tx, actorOf(call.visitor), {
      action: `appearance.${verb}`,
      record: { type: 'appearance', id: 'shop' },
      before: before ?? null,
      after,
    })
    return { ...(await readState(tx)), previous }
  })
  await call.changes.catchUp()
  return done
}

/** Shown while it is being chosen, without a save. */
const LOOK = [
  ...(['color_scheme', 'theme_colors', 'text_colors', 'background'] as const),
  ...(['typography', 'fonts', 'radius', 'page_layout'] as const),
]

async function readState(db: Db | Tx): Promise<AppearanceState> {
  const { live, draft, author, updated_at } = await readEditedAppearance(db)
  const changes = changesBetween(live, { ...live, ...draft })
  const known = readAppearance({ ...live, ...draft })
  return {
    version: versionOf([live, draft]),
    draft:
      Object.keys(draft).length > 0
        ? { author: author ?? '', at: (updated_at ?? new Date()).toISOString(), ...changes }
        : null,
    warnings: contrastWarnings(known),
    look: Object.fromEntries(LOOK.map((key) => [key, known[key]])),
    titles,
  }
}

/** The fields that differ, as they are shown and logged. */
function changesBetween(before: Values, after: Values): { before: Values; after: Values } {
  const keys = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const pick = (values: Values) => readable(Object.fromEntries(keys.map((key) => [key, values[key]])))
  return { before: pick(before), after: pick(after) }
}

const titles = Object.fromEntries(
  settingGroups.flatMap(({ name, screen }) =>
    screen === 'appearance' ? Object.entries(settingTexts[name]).map(([key, { title }]) => [key, title]) : [],
  ),
)
