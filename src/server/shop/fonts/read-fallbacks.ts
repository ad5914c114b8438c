import { familiesOf } from '#contract/rules/font-css.ts'
import type { Storefront } from '#contract/storefront.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { bundledFontAt } from './bundled-fonts.ts'
import { type FontMetrics, fallbackOf } from './font-metrics.ts'

type Looks = Pick<Storefront, 'fonts' | 'typography'>

/** The path of an uploaded font in the media folder; undefined for a bundled one. */
export const uploadedFontPath = (path: string): string | undefined => /^\/media\/(.+)$/.exec(path)?.[1]

/** The fonts with the fallback of the first file of each family that the body or the headings use. */
export async function withFallbacks(db: Db | Tx, { fonts, typography }: Looks): Promise<Storefront['fonts']> {
  const weights = new Map<string, number>()
  for (const { font_family, font_weight } of [typography.heading, typography.body])
    for (const family of familiesOf(font_family)) weights.set(family, font_weight)
  const firsts = fonts.filter(
    ({ family }, at) => weights.has(family) && fonts.findIndex((other) => other.family === family) === at,
  )
  const uploaded = await readUploadedMetrics(
    db,
    firsts.flatMap(({ path }) => uploadedFontPath(path) ?? []),
  )
  return fonts.map((font) => {
    const metrics = firsts.includes(font)
      ? (bundledFontAt(font.path) ?? uploaded.get(uploadedFontPath(font.path) ?? ''))
      : undefined
    return metrics ? { ...font, fallback: fallbackOf(metrics, weights.get(font.family) ?? 400) } : font
  })
}

async function readUploadedMetrics(db: Db | Tx, paths: readonly string[]): Promise<Map<string, FontMetrics>> {
  if (paths.length === 0) return new Map()
  const rows = await db
    .selectFrom('font_files')
    .select(['path', 'metrics'])
    .where('path', 'in', paths)
    .execute()
  return new Map(rows.map(({ path, metrics }) => [path, metrics as unknown as FontMetrics]))
}
