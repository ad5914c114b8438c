import type { Storefront } from '../storefront.ts'
import { contrastOf, type Rgb, ratioOf, rgbOf } from './contrast.ts'
import { schemeOf } from './dark-scheme.ts'
import { fromOklch, toOklch } from './oklch.ts'
import { colorName, plainColors } from './theme-colors.ts'

type Theme = Pick<
  Storefront,
  | 'color_scheme'
  | 'theme_colors'
  | 'text_colors'
  | 'page_layout'
  | 'is_store_notice_enabled'
  | 'store_notice_background_color'
  | 'store_notice_text_color'
> & { background: Omit<Storefront['background'], 'image'> & { image: unknown } }

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

export type Contrast = {
  /** Of the other colour, such as `Background`. */
  other: string
  /** From 1 to 21. */
  ratio: number
  /** What WCAG 2.2 AA asks for: 4.5, or 3 for borders of controls. */
  least: number
}

/** The contrasts of one colour of a theme with those that are shown on it or below it, the worst first. */
export function contrastsOf(variable: string, colors: ReadonlyMap<string, string>): Contrast[] {
  const page = colors.get('--color-background') ?? '#fff'
  return PAIRS.flatMap(({ text, ground, least }) => {
    if (text !== variable && ground !== variable) return []
    const ratio = contrastOf(colors.get(text) ?? '', colors.get(ground) ?? '', page)
    return ratio === undefined ? [] : [{ other: colorName(text === variable ? ground : text), ratio, least }]
  }).sort((a, b) => a.ratio / a.least - b.ratio / b.least)
}

/** The colour of the same hue, as near in lightness as possible, that passes with every other one; undefined when none does. */
export function nearestPassing(variable: string, colors: ReadonlyMap<string, string>): string | undefined {
  const own = toOklch(colors.get(variable) ?? '')
  if (!own) return undefined
  const passes = (color: string) =>
    contrastsOf(variable, new Map([...colors, [variable, color]])).every(({ ratio, least }) => ratio >= least)
  const steps = Array.from(
    { length: 2 * LIGHTNESS_STEPS },
    (_, at) => (at % 2 ? -1 : 1) * Math.ceil((at + 1) / 2),
  )
  return steps
    .map((step) => own.lightness + step / LIGHTNESS_STEPS)
    .filter((lightness) => lightness >= 0 && lightness <= 1)
    .map((lightness) => fromOklch({ ...own, lightness }))
    .find(passes)
}

const LIGHTNESS_STEPS = 200

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
  const dark = schemeOf(theme.color_scheme, colors).colors
  const warnings = [colors, ...(dark ? [new Map([...colors, ...dark])] : [])].flatMap(pairWarnings)
  if (theme.is_store_notice_enabled)
    warnings.push(
      ...warningOf(
        { name: 'The text of the store notice', color: theme.store_notice_text_color },
        { name: 'its background', color: theme.store_notice_background_color },
        { page, least: 4.5 },
      ),
    )
  const hasPicture = background.enabled && background.type === 'image' && background.image
  if (hasPicture && theme.page_layout !== 'Boxed Content' && isLostOnPicture(colors, page))
    warnings.push(
      'Text may be hard to read where the background picture is light or dark: choose “Boxed Content” as the page layout',
    )
  return warnings
}

const pairWarnings = (colors: ReadonlyMap<string, string>) =>
  PAIRS.flatMap(({ text, ground, least }) =>
    warningOf(
      { name: `“${colorName(text)}”`, color: colors.get(text) ?? '' },
      { name: `“${colorName(ground)}”`, color: colors.get(ground) ?? '' },
      { page: colors.get('--color-background') ?? '#fff', least },
    ),
  )

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
    const mixed = (channel: number) => channel + (extreme - channel) * PICTURE_SHARE
    const ground: Rgb = [mixed(base[0]), mixed(base[1]), mixed(base[2])]
    return ['--text-primary', '--text-muted'].some((text) => {
      const color = rgbOf(colors.get(text) ?? '')
      return color !== undefined && ratioOf(color, ground) < 4.5
    })
  })
}
