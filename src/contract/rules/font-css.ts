import type { FontFallback, Storefront } from '../storefront.ts'
import { fontFiles } from './core-fonts.ts'

type Font = Storefront['fonts'][number]

/** Settings are data: removes characters that could end a declaration, a rule or the style element. */
export const cssValue = (text: string) => text.replace(/[;{}<>"\\\n\r\f]/g, '')

type Fonts = Pick<Storefront, 'fonts' | 'typography'>

/** The `@font-face` rules of the fonts, and those of the system fonts that take their room until they are loaded. */
export const fontFaces = (storefront: Fonts): string => loadedFaces(storefront) + fallbackFaces(storefront)

/** The rules whose files are requested. The setting has no parts: a bundled font is divided into what pages show first and the rest. */
export const loadedFaces = ({ fonts, typography }: Fonts): string =>
  fonts
    .flatMap((font) =>
      // Of two rules with the same character the later one counts.
      fontFiles(font, typography)
        .toReversed()
        .map((file) => fontFace(font, ...file)),
    )
    .join('')

/** The rules of system fonts with the measures of the fonts that they replace. */
export const fallbackFaces = ({ fonts }: Pick<Fonts, 'fonts'>): string => fonts.map(fallbackFace).join('')

function fontFace({ family, weight_range }: Font, path: string, range?: string): string {
  return `@font-face{font-family:"${cssValue(family)}";src:url("${cssValue(path)}")format("woff2");font-weight:${cssValue(weight_range)};font-display:swap${range ? `;unicode-range:${range}` : ''}}`
}

function fallbackFace({ family, fallback }: Font): string {
  if (!fallback) return ''
  const { kind, size_adjust, ascent_override, descent_override, line_gap_override } = fallback
  return `@font-face{font-family:"${fallbackName(family)}";src:${SYSTEM_FONTS[kind]};size-adjust:${size_adjust}%;ascent-override:${ascent_override}%;descent-override:${descent_override}%;line-gap-override:${line_gap_override}%}`
}

const fallbackName = (family: string) => `${cssValue(family)} fallback`

/** Liberation has the widths of Arial and Times New Roman. */
const SYSTEM_FONTS: Record<FontFallback['kind'], string> = {
  sans: 'local("Arial"),local("Liberation Sans")',
  serif: 'local("Times New Roman"),local("Liberation Serif")',
}

const STACKS: Record<FontFallback['kind'], string> = {
  sans: 'system-ui,sans-serif',
  serif: 'Georgia,serif',
}

const GENERIC =
  /^(?:system-ui|ui-(?:serif|sans-serif|monospace|rounded)|serif|sans-serif|monospace|cursive|fantasy)$/

/** A family that every browser has. */
export const isGenericFamily = (name: string) => GENERIC.test(name)

/** The families of a `font_family` setting, which may be a list: `Optima, Candara, sans-serif`. */
export const familiesOf = (fontFamily: string): string[] =>
  fontFamily
    .split(',')
    .map((name) => name.trim().replace(/^'|'$/g, ''))
    .filter(Boolean)

/** The value of `font-family` for a setting, with fallbacks. `plain`: the kind of a font that is not in `fonts`. */
export function fontStack(fontFamily: string, fonts: readonly Font[], plain: FontFallback['kind']): string {
  const families = familiesOf(fontFamily)
  const loaded = fonts.find(({ family, fallback }) => fallback && families.includes(family))
  const kind = loaded?.fallback?.kind ?? plain
  return [
    ...families.map((name) => (isGenericFamily(name) ? name : `"${cssValue(name)}"`)),
    ...(loaded ? [`"${fallbackName(loaded.family)}"`] : []),
    STACKS[kind],
  ].join(',')
}
