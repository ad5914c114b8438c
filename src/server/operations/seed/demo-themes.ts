import { readDemoFiles } from './demo-files.ts'
import { themeTokens } from './theme-tokens.ts'

/**
 * The themes that come with the shop, by name, as values of the appearance's fields; `standard` is the one of a new shop, `labels` are
 * what people read.
 */
export async function readThemes() {
  const { content } = await readDemoFiles()
  const themes = new Map(content.themes.map((theme) => [theme.slug, themeTokens(theme)]))
  const labels = new Map(content.themes.map(({ slug, name }) => [slug, name]))
  return { themes, labels, standard: content.storefront.theme }
}
