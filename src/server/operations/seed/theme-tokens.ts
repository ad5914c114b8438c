import { bundledFontFiles } from '#server/shop/fonts/bundled-fonts.ts'
import { type DemoTheme, readDemoFiles } from './demo-files.ts'

/**
 * A theme in the format of the storefront's appearance: `surface_raised` becomes `--color-surface-raised`,
 * text colours become `--text-…`. The notice bar's two colours are separate settings (spec §3).
 */
export function themeTokens({ colours, typography, color_scheme, radius }: DemoTheme) {
  const { text, text_muted, notice_background, notice_text, ...surfaces } = colours
  return {
    color_scheme,
    radius,
    theme_colors: Object.entries(surfaces).map(([name, color]) => ({
      variable: `--color-${name.replaceAll('_', '-')}`,
      color,
    })),
    text_colors: [
      { variable: '--text-primary', color: text },
      { variable: '--text-muted', color: text_muted },
    ],
    background: { enabled: true, type: 'color', color: colours.background, image: null },
    typography: { body: fontOf(typography.body), heading: fontOf(typography.heading) },
    fonts: [...fontFiles(typography.body), ...fontFiles(typography.heading)],
    store_notice_background_color: notice_background,
    store_notice_text_color: notice_text,
  }
}

const fontOf = ({ font_family, font_size, font_weight }: DemoTheme['typography']['body']) => ({
  font_family,
  font_size,
  font_weight,
})

const fontFiles = ({ font_family, package: name }: DemoTheme['typography']['body']) =>
  bundledFontFiles({ family: font_family, slug: name.replace('@fontsource-variable/', '') })

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
