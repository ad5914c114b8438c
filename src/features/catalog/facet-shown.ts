import type { Facet } from '#contract/catalogue.ts'

/**
 * A value as it is sent: label, count, colour and the value itself, which is left out where the label tells it. A listing has some
 * eighty of them, so they come without names.
 */
export type OptionSent = [label: string, count: number, color?: string, value?: string]

export type OptionShown = { value: string; label: string; count: number; color: string | undefined }

/** A facet as the filters show it: the wire's, without what is not there. */
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

/** The values of a facet, as they were. */
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
