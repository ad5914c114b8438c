import { familiesOf, isGenericFamily } from '#contract/rules/font-css.ts'
import { contrastWarnings } from '#contract/rules/theme-contrast.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { bundledFontAt, bundledFontFiles, bundledFonts } from '#server/shop/fonts/bundled-fonts.ts'
import { uploadedFontPath } from '#server/shop/fonts/read-fallbacks.ts'
import type { Appearance } from './appearance.ts'

/**
 * Refuses pictures and fonts that were not uploaded, and a notice with an unknown page: a page would show a gap, load a file that
 * does not exist, or lack the link.
 * @throws 422 under the field.
 */
export async function requireUploaded(tx: Tx, changed: Partial<Appearance>) {
  const pictures = [
    ['logo1', changed.logo1],
    ['social_sharing_image', changed.social_sharing_image],
    ['background', changed.background?.image],
  ] as const
  for (const [field, picture] of pictures) {
    if (!picture) continue
    const row = await tx.selectFrom('images').select('id').where('path', '=', picture.path).executeTakeFirst()
    if (!row) throw invalid({ [field]: [`There is no picture ${picture.path}: upload it with "media add"`] })
  }
  const page = changed.storefront_notice_page_id
  if (page && !(await tx.selectFrom('pages').select('id').where('id', '=', page).executeTakeFirst()))
    throw invalid({ storefront_notice_page_id: [`There is no page ${page}`] })
  for (const { path } of changed.fonts ?? []) {
    if (bundledFontAt(path)) continue
    const uploaded = uploadedFontPath(path)
    const row =
      uploaded &&
      (await tx.selectFrom('font_files').select('path').where('path', '=', uploaded).executeTakeFirst())
    if (!row) throw invalid({ fonts: [`There is no font ${path}: upload it with "media add"`] })
  }
}

/** The fonts without bundled families that no text uses, and with the files of those that the typography names. */
export function withBundledFonts({ fonts, typography }: Pick<Appearance, 'fonts' | 'typography'>) {
  const used = familiesIn(typography)
  const remaining = fonts.filter(({ family, path }) => uploadedFontPath(path) || used.includes(family))
  const missing = used.filter((family) => remaining.every((font) => font.family !== family))
  return [
    ...remaining,
    ...bundledFonts.filter(({ family }) => missing.includes(family)).flatMap(bundledFontFiles),
  ]
}

const THEME_FIELDS = [
  'theme_colors',
  'text_colors',
  'background',
  'page_layout',
  'is_store_notice_enabled',
  'store_notice_background_color',
  'store_notice_text_color',
] as const satisfies (keyof Appearance)[]

/** What the merchant should know about a change that is valid. */
export function appearanceWarnings(appearance: Appearance, changed: Partial<Appearance>): string[] {
  const hasColors = THEME_FIELDS.some((field) => Object.hasOwn(changed, field))
  const hasFonts = Object.hasOwn(changed, 'typography') || Object.hasOwn(changed, 'fonts')
  return [
    ...(hasColors ? contrastWarnings(appearance) : []),
    ...(hasFonts ? fontWarnings(appearance) : []),
    ...(Object.hasOwn(changed, 'custom_css') && changed.custom_css && !appearance.is_custom_css_enabled
      ? ['The CSS is not shown: set is_custom_css_enabled to true']
      : []),
  ]
}

function fontWarnings({ fonts, typography }: Appearance): string[] {
  const parts = [typography.body, typography.heading].map(({ font_family }) => familiesOf(font_family))
  const absent = parts.flatMap(([first]) =>
    first && !isGenericFamily(first) && fonts.every(({ family }) => family !== first) ? [first] : [],
  )
  return [...new Set(absent)].map(
    (family) =>
      `${family} is not among the fonts: visitors without it see a similar font. Bundled: ${bundledFonts.map((font) => font.family).join(', ')}`,
  )
}

const familiesIn = ({ body, heading }: Appearance['typography']) =>
  [body, heading].flatMap(({ font_family }) => familiesOf(font_family))
