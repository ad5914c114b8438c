import type { Storefront } from '#contract/storefront.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { metricsOf } from '../fonts/font-metrics.ts'
import { type FontFile, readFontFile } from '../fonts/read-font-file.ts'
import { UnusableFontError } from '../fonts/woff2-tables.ts'
import { hashOf, type UploadContext } from './add-picture.ts'

export const MAX_FONT_BYTES = 2 * 1024 * 1024

/**
 * Stores a merchant's WOFF2 font with its metrics and returns it as an entry of the `fonts` setting. Weights outside 400 to 900 are
 * left out (spec §9), unless the font has no other.
 *
 * @param name the family, if it is not that of the file.
 * @throws 422 under `file` for anything but a readable WOFF2 font of at most 2 MB.
 */
export async function addFont(
  { db, files }: UploadContext,
  bytes: Buffer,
  { name }: { name?: string | undefined } = {},
): Promise<Storefront['fonts'][number]> {
  if (bytes.length > MAX_FONT_BYTES) throw invalid({ file: ['The font is larger than 2 MB'] })
  const font = readOrRefuse(bytes)
  const family = (name ?? familyOf(font))
    .replace(/[^\w -]/g, '')
    .trim()
    .slice(0, 60)
  if (!family) throw invalid({ file: ['The font has no name: give one with --family'] })
  const path = `fonts/${hashOf(bytes)}.woff2`
  const [weight_min, weight_max] = font.weights
  const row = { family, weight_min, weight_max, is_variable: font.isVariable, metrics: json(metricsOf(font)) }
  await files.write(path, bytes)
  await db
    .insertInto('font_files')
    .values({ path, ...row })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
    .execute()
  return { family, path: `/media/${path}`, weight_range: weightRangeOf(font), is_variable: font.isVariable }
}

function readOrRefuse(bytes: Buffer): FontFile {
  try {
    return readFontFile(bytes)
  } catch (error) {
    if (error instanceof UnusableFontError) throw invalid({ file: [error.message] })
    throw error
  }
}

/** Variable fonts are often named after one of their weights and optical sizes: "Figtree Light", "DM Sans 9pt". */
const familyOf = ({ family, isVariable }: FontFile) =>
  isVariable
    ? family
        .replace(/(?: \d+pt)+/g, '')
        .replace(/ (?:Thin|(?:Extra)?Light|Regular|Medium|(?:Semi|Extra)?Bold|Black)$/, '')
    : family

function weightRangeOf({ weights: [lightest, boldest] }: FontFile): string {
  const from = Math.min(Math.max(lightest, 400), boldest)
  const to = Math.max(Math.min(boldest, 900), from)
  return from === to ? String(from) : `${from} ${to}`
}
