import type { Facet } from '#contract/catalog.ts'

/**
 * A facet's value in a compact form: label, count, colour, and the value if it differs from the label. A
 * tuple, because a listing has some eighty of them.
 */
export type OptionSent = [label: string, count: number, color?: string, value?: string]

export type OptionShown = { value: string; label: string; count: number; color: string | undefined }

/** A facet in the filters: the wire's, without empty fields. */
export type FacetShown = Pick<Facet, 'key' | 'type' | 'label' | 'min' | 'max'> & { options?: OptionSent[] }

export function toFacetShown({ key, type, label, display, options, min, max }: Facet): FacetShown {
  const shown: FacetShown = { key, type, label }
  if (min !== undefined) shown.min = min
  if (max !== undefined) shown.max = max
  if (options)
    shown.options = options.map(({ color, value, label: words, count }) => {
      const shade = display === 'swatch' && color ? color : ''
      if (value !== slugOf(words)) return [words, count, shade, value]
      return shade ? [words, count, shade] : [words, count]
    })
  return shown
}

/** The values of a facet, restored. */
export const optionsOf = ({ options = [] }: Pick<FacetShown, 'options'>): OptionShown[] =>
  options.map(([label, count, color, value]) => ({
    label,
    count,
    color: color || undefined,
    value: value ?? slugOf(label),
  }))

const slugOf = (label: string) =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
