import { contrastOf } from './contrast.ts'
import { fromOklch, toOklch } from './oklch.ts'
import { plainColors } from './theme-colors.ts'

/** How the page is shown: `colors` beside the theme's own, always or where the device is dark. */
export type Scheme =
  | { name: 'light' | 'dark'; colors?: ReadonlyMap<string, string> }
  | { name: 'light dark'; colors: ReadonlyMap<string, string> }

/**
 * The scheme that a merchant has chosen for a theme's colours (by custom property). `dark` and `device` derive dark colours from a
 * light theme; a theme that is dark itself is shown as it is. ADR 0049.
 */
export function schemeOf(chosen: 'light' | 'dark' | 'device', colors: ReadonlyMap<string, string>): Scheme {
  if (chosen === 'light') return { name: 'light' }
  const ground = colors.get('--color-background') ?? plainColors['--color-background'] ?? ''
  if ((contrastOf('#ffffff', ground) ?? 1) > 4.5) return { name: 'dark' }
  return { name: chosen === 'device' ? 'light dark' : 'dark', colors: darkColors(colors) }
}

/** Lightness in OKLCH, from 0 to 1, of what is neutral: it keeps a trace of the background's hue. */
const NEUTRALS = {
  '--color-background': 0.205,
  '--color-surface': 0.25,
  '--color-surface-raised': 0.295,
  '--color-border': 0.37,
  '--color-border-strong': 0.61,
  '--text-primary': 0.945,
  '--text-muted': 0.775,
} as const
const NEUTRAL_CHROMA = 0.014

const COLORFUL = ['primary', 'accent', 'sale', 'success', 'error'].map((name) => `--color-${name}`)
const COLORFUL_CHROMA = 0.11
/** Above the 4.5 of WCAG 2.2, so that a shade for hovering stays readable too. */
const COLORFUL_CONTRAST = 5.5

/** Bands of a page in the theme's colours: as wide as the screen, a color that is light enough for text would glare. */
const BANDS = ['primary', 'accent']
const BAND = { lightness: 0.36, chroma: 0.065 }

/** Dark counterparts of a light theme's colours: dark grounds, light text, and the same hues as light as their contrast needs. */
export function darkColors(colors: ReadonlyMap<string, string>): Map<string, string> {
  const own = (name: string) => toOklch(colors.get(name) ?? '') ?? toOklch(plainColors[name] ?? '')
  const { hue = 0, chroma = 0 } = own('--color-background') ?? {}
  const trace = Math.min(chroma, NEUTRAL_CHROMA)
  const dark = new Map<string, string>()
  for (const [name, lightness] of Object.entries(NEUTRALS))
    dark.set(name, fromOklch({ lightness, chroma: trace, hue }))
  const ground = dark.get('--color-background') ?? ''
  const raised = dark.get('--color-surface-raised') ?? ''
  for (const name of COLORFUL) {
    const { chroma = 0, hue = 0 } = own(name) ?? {}
    dark.set(name, lightEnough({ chroma: Math.min(chroma, COLORFUL_CHROMA), hue }, raised))
  }
  for (const name of BANDS) {
    const { chroma = 0, hue = 0 } = own(`--color-${name}`) ?? {}
    dark.set(`--band-${name}`, fromOklch({ ...BAND, chroma: Math.min(chroma, BAND.chroma), hue }))
  }
  dark.set('--on-band', dark.get('--text-primary') ?? '')
  dark.set('--color-on-primary', ground)
  dark.set('--color-on-accent', ground)
  return dark
}

function lightEnough(color: { chroma: number; hue: number }, ground: string): string {
  for (let lightness = 0.7; lightness < 1; lightness += 0.01) {
    const found = fromOklch({ ...color, lightness })
    if ((contrastOf(found, ground) ?? 0) >= COLORFUL_CONTRAST) return found
  }
  return '#ffffff'
}
