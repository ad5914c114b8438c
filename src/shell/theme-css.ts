import { schemeOf } from '#contract/rules/dark-scheme.ts'
import { cssValue, fallbackFaces, familiesOf, fontStack } from '#contract/rules/font-css.ts'
import { fontScale, HEADING_SIZE_REM } from '#contract/rules/font-size.ts'
import { plainColors } from '#contract/rules/theme-colors.ts'
import type { Storefront } from '#contract/storefront.ts'
import { imageUrl } from '#ui/image-url.ts'

/** What the theme is made of. */
export type Theme = Pick<
  Storefront,
  'color_scheme' | 'theme_colors' | 'text_colors' | 'typography' | 'fonts' | 'radius' | 'page_layout'
> & { background: Omit<Storefront['background'], 'image'> & { image: { path: string } | null } }

/**
 * The storefront's settings as custom properties and stand-ins of its fonts (`fontTags` loads them), in a cascade layer after the shop's own. ADR 0049. Texts are sized in
 * rem, so a size of the body changes all of them and keeps the visitor's own text size.
 */
export function themeCss(storefront: Theme): string {
  const { typography, radius, page_layout } = storefront
  const { body, heading } = typography
  const fonts = storefront.fonts
  const own = themeColors(storefront)
  const scheme = themeScheme(storefront)
  const isAlwaysDark = scheme.name === 'dark'
  const values = [
    declared(differing(isAlwaysDark && scheme.colors ? new Map([...own, ...darkValues(storefront)]) : own)),
    `--font-body:${fontStack(body.font_family, fonts, 'sans')}`,
    `--font-heading:${fontStack(heading.font_family, fonts, 'serif')}`,
    `--heading-weight:${heading.font_weight}`,
    `--radius:${cssValue(radius)}`,
    // As wide as the box, so that header and footer line up with it.
    ...(page_layout === 'Boxed Content' ? ['--page-width:calc(80rem - 2*var(--page-margin))'] : []),
    ...headingSizes(fontScale(heading.font_size, HEADING_SIZE_REM)),
  ]
  const size = fontScale(body.font_size, 1)
  const rules = [
    `:root{color-scheme:${scheme.name};${values.filter(Boolean).join(';')}}`,
    scheme.name === 'light dark'
      ? `@media (prefers-color-scheme:dark){:root{${declared(darkValues(storefront))}}}`
      : '',
    size === 1 ? '' : `html{font-size:${rounded(size * 100)}%}`,
    body.font_weight === 400 ? '' : `body{font-weight:${body.font_weight}}`,
    backgroundImage(storefront.background, page_layout),
  ]
  return `${fallbackFaces(storefront)}@layer theme{${rules.join('')}}`
}

/** The colours by custom property; a background colour replaces the theme's. */
export function themeColors({
  theme_colors,
  text_colors,
  background,
}: Pick<Theme, 'theme_colors' | 'text_colors' | 'background'>): Map<string, string> {
  const colors = new Map(
    [...theme_colors, ...text_colors].map(({ variable, color }) => [name(variable), cssValue(color)]),
  )
  if (background.enabled && background.type === 'color' && background.color)
    colors.set('--color-background', cssValue(background.color))
  return colors
}

type Colored = Parameters<typeof themeColors>[0] & Pick<Theme, 'color_scheme'>

/** The color scheme of the page, with the colours that replace the theme's where it is dark. */
export const themeScheme = (storefront: Colored) => schemeOf(storefront.color_scheme, themeColors(storefront))

/** A logo was drawn for the light page: it keeps that as its ground. Pictures on light ground must not glare. */
function darkValues(storefront: Colored): ReadonlyMap<string, string> {
  const { colors = [] } = themeScheme(storefront)
  const ground =
    themeColors(storefront).get('--color-background') ?? plainColors['--color-background'] ?? '#fff'
  return new Map([...colors, ['--logo-ground', ground], ['--dim', DIMMED]])
}

const DIMMED = 'brightness(.8)'

const declared = (colors: Iterable<readonly [variable: string, color: string]>) =>
  [...colors].map(([variable, color]) => `${variable}:${color}`).join(';')

/** Without the colours that `base.css` has already. */
const differing = (colors: ReadonlyMap<string, string>) =>
  [...colors].filter(([variable, color]) => shortHex(color) !== plainColors[variable])

/** `#FFFFFF` as `#fff`, as the stylesheets have it. */
const shortHex = (color: string) =>
  color.toLowerCase().replace(/^#([\da-f])\1([\da-f])\2([\da-f])\3$/, '#$1$2$3')

/** The fonts that a text uses: only these are worth preloading. */
export const usedFonts = ({ fonts, typography: { body, heading } }: Storefront) => {
  const used = new Set([body, heading].flatMap(({ font_family }) => familiesOf(font_family)))
  return fonts.filter(({ family }) => used.has(family))
}

/** The sizes of headings in `base.css`; `--text-lg` is that of lead paragraphs too. */
export const headingSizeTokens = {
  '--text-xl': 'clamp(1.3rem, 1.15rem + 0.7vw, 1.6rem)',
  '--text-2xl': 'clamp(1.6rem, 1.3rem + 1.4vw, 2.25rem)',
  '--text-3xl': 'clamp(2.1rem, 1.5rem + 2.8vw, 3.6rem)',
} as const

const headingSizes = (scale: number) =>
  scale === 1
    ? []
    : Object.entries(headingSizeTokens).map(([token, size]) => `${token}:calc(${rounded(scale)}*${size})`)

/**
 * A picture behind the page. Text on it stays readable: a boxed page has a surface of its own, and a full-width page shows the picture
 * faintly through its background colour.
 */
function backgroundImage({ enabled, type, image }: Theme['background'], layout: Theme['page_layout']) {
  if (!enabled || type !== 'image' || !image) return ''
  const picture = `url("${cssValue(imageUrl(image.path, 1536))}")center/cover no-repeat fixed`
  const veil = 'color-mix(in srgb,var(--color-background) 90%,transparent)'
  return layout === 'Boxed Content'
    ? `body{background:${picture} var(--color-background)}`
    : `body{background:linear-gradient(${veil} 0 0),${picture} var(--color-background)}`
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000
const name = (variable: string) => `--${variable.replace(/^-+/, '').replace(/[^\w-]/g, '')}`
