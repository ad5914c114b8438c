import type { DemoTheme } from './demo-files.ts'

/**
 * A theme as the storefront's appearance has it: `surface_raised` becomes `--color-surface-raised`, colours of text become
 * `--text-…`. The notice bar's two colours are settings of their own (spec §3).
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

/** Latin first, then the letters beyond it, among which is the rupee sign. Weights as spec §9 has them. */
const fontFiles = ({ font_family, package: name }: DemoTheme['typography']['body']) =>
  ['latin', 'latin-ext'].map((letters) => ({
    family: font_family,
    path: `/fonts/${name.replace('@fontsource-variable/', '')}-${letters}-wght-normal.woff2`,
    weight_range: '400 900',
    is_variable: true,
  }))
