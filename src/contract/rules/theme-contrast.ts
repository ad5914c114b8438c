import type { Storefront } from '../storefront.ts'

type Theme = Pick<
  Storefront,
  | 'theme_colors'
  | 'text_colors'
  | 'page_layout'
  | 'is_store_notice_enabled'
  | 'store_notice_background_color'
  | 'store_notice_text_color'
> & { background: Omit<Storefront['background'], 'image'> & { image: unknown } }

/** The colours of `base.css`, which a theme replaces one by one. */
export const plainColors: Readonly<Record<string, string>> = {
  '--color-background': '#fbf7f0',
  '--color-surface': '#fff',
  '--color-surface-raised': '#f3ebdf',
  '--color-border': '#e4d9ca',
  '--color-border-strong': '#8b7d6d',
  '--color-primary': '#9a3f1f',
  '--color-on-primary': '#fff',
  '--color-accent': '#2a5b57',
  '--color-on-accent': '#fff',
  '--color-sale': '#a32d1f',
  '--color-success': '#2c6a3f',
  '--color-error': '#a8201a',
  '--text-primary': '#2b2621',
  '--text-muted': '#655a4f',
}

const GROUNDS = ['--color-background', '--color-surface', '--color-surface-raised'] as const
const pairsOn = (text: string, grounds: readonly string[], least = 4.5) =>
  grounds.map((ground) => ({ text, ground, least }))

/** Which colours are shown on which, and the least contrast of WCAG 2.2: 4.5 for text (1.4.3), 3 for borders of controls (1.4.11). */
const PAIRS = [
  ...pairsOn('--text-primary', GROUNDS),
  ...pairsOn('--text-muted', GROUNDS),
  ...pairsOn('--color-primary', GROUNDS.slice(0, 2)),
  ...pairsOn('--color-accent', GROUNDS.slice(0, 2)),
  ...pairsOn('--color-sale', GROUNDS.slice(0, 2)),
  ...pairsOn('--color-success', GROUNDS.slice(0, 2)),
  ...pairsOn('--color-error', GROUNDS.slice(0, 2)),
  ...pairsOn('--color-on-primary', ['--color-primary']),
  ...pairsOn('--color-on-accent', ['--color-accent']),
  ...pairsOn('--color-border-strong', GROUNDS.slice(0, 2), 3),
]

/** Share of the picture behind a full-width page that shows through the background color. */
const PICTURE_SHARE = 0.1

/** A message for every pair of colours that is hard to read, for the merchant. Empty for a readable theme. */
export function contrastWarnings(theme: Theme): string[] {
  const { theme_colors, text_colors, background } = theme
  const colors = new Map(Object.entries(plainColors))
  for (const { variable, color } of [...theme_colors, ...text_colors]) colors.set(variable, color)
  if (background.enabled && background.type === 'color' && background.color)
    colors.set('--color-background', background.color)
  const page = colors.get('--color-background') ?? '#fff'
  const warnings = PAIRS.flatMap(({ text, ground, least }) =>
    warningOf(
      { name: text, color: colors.get(text) ?? '' },
      { name: ground, color: colors.get(ground) ?? '' },
      { page, least },
    ),
  )
  if (theme.is_store_notice_enabled)
    warnings.push(
      ...warningOf(
        { name: 'store_notice_text_color', color: theme.store_notice_text_color },
        { name: 'store_notice_background_color', color: theme.store_notice_background_color },
        { page, least: 4.5 },
      ),
    )
  const hasPicture = background.enabled && background.type === 'image' && background.image
  if (hasPicture && theme.page_layout !== 'Boxed Content' && isLostOnPicture(colors, page))
    warnings.push(
      'Text may be hard to read where the background picture is light or dark: use "Boxed Content" as page_layout',
    )
  return warnings
}

type Named = { name: string; color: string }

function warningOf(text: Named, ground: Named, { page, least }: { page: string; least: number }): string[] {
  const ratio = contrastOf(text.color, ground.color, page)
  if (ratio === undefined || ratio >= least) return []
  const shown = Math.floor(ratio * 100) / 100
  return [
    `${text.name} ${text.color} on ${ground.name} ${ground.color} has a contrast of ${shown}: it should be ${least} or more`,
  ]
}

function isLostOnPicture(colors: ReadonlyMap<string, string>, page: string): boolean {
  const base = rgbOf(page)
  if (!base) return false
  return [0, 255].some((extreme) => {
    const ground = base.map((channel) => channel + (extreme - channel) * PICTURE_SHARE) as Rgb
    return ['--text-primary', '--text-muted'].some((text) => {
      const color = rgbOf(colors.get(text) ?? '')
      return color !== undefined && ratioOf(color, ground) < 4.5
    })
  })
}

/**
 * The contrast of two colours as in WCAG 2.2, from 1 to 21; undefined for an unreadable color. A transparent one is mixed with what
 * is below: the text with its ground, the ground with the page.
 */
export function contrastOf(text: string, ground: string, page = '#fff'): number | undefined {
  const below = rgbOf(ground, rgbOf(page))
  const above = below && rgbOf(text, below)
  return above && ratioOf(above, below)
}

function ratioOf(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

type Rgb = [number, number, number]

/** `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, mixed with `below`. */
function rgbOf(color: string, below: Rgb = [255, 255, 255]): Rgb | undefined {
  if (!/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(color)) return undefined
  const digits =
    color.length < 6 ? [...color.slice(1)].map((digit) => digit + digit) : color.slice(1).match(/../g)
  const [red = 0, green = 0, blue = 0, alpha = 255] = (digits ?? []).map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue].map((channel, at) => {
    const under = below[at] ?? 255
    return under + ((channel - under) * alpha) / 255
  }) as Rgb
}

function luminanceOf(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
