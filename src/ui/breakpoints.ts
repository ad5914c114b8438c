/** The widths at which layouts change; the only place that names them. CSS writes `@media (--from-tablet)` or `(--below-tablet)`. */
const widths = {
  compact: '23rem',
  narrow: '30rem',
  small: '40rem',
  tablet: '48rem',
  desktop: '62rem',
  wide: '75rem',
  /** A table of the back office fits beside the navigation. */
  full: '85rem',
} as const

type Width = keyof typeof widths

/** A condition on the width of the viewport. */
export type Breakpoint = `${'from' | 'below'}-${Width}`

export const mediaQuery = (name: Breakpoint): string => mediaQueries.get(name) ?? 'all'

/**
 * A phone on its side, or a zoom of 400 %: bars that stay on screen would leave too little of the page between them (WCAG 1.4.10),
 * so nothing sticks and dialogs scroll as a whole.
 */
const LOW = '(height < 30rem)'

/** A small notebook: what shoppers came for must be on the first screen. */
const SHORT = '(height < 50rem)'

/** Every condition by its name. */
export const mediaQueries = new Map<string, string>([
  ...Object.entries(widths).flatMap(([name, width]): [string, string][] => [
    [`from-${name}`, `(width >= ${width})`],
    [`below-${name}`, `(width < ${width})`],
  ]),
  ['low', LOW],
  ['short', SHORT],
])
