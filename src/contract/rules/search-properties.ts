import { ownValue } from './own-value.ts'

/** A property that schema.org and Google's product feed know by the same name. */
export type SearchProperty = 'color' | 'size' | 'material' | 'pattern' | 'mpn'

const properties: Record<string, SearchProperty> = {
  colour: 'color',
  color: 'color',
  size: 'size',
  material: 'material',
  pattern: 'pattern',
  mpn: 'mpn',
  'part number': 'mpn',
  'manufacturer part number': 'mpn',
  'model number': 'mpn',
}

/** The property that an attribute's code or a specification's label names; undefined for all others. */
export const searchProperty = (name: string): SearchProperty | undefined =>
  ownValue(properties, name.trim().toLowerCase())

/**
 * The properties in a product's specifications, without those that belong to its variations: what they differ in, and the part number
 * where there are several.
 * @param codes of the product's attributes
 */
export function specifiedProperties(
  specifications: readonly { label: string; value: string }[],
  { codes, variations }: { codes: readonly string[]; variations: number },
): Partial<Record<SearchProperty, string>> {
  const ofVariations = new Set([...codes.map(searchProperty), variations > 1 && 'mpn'])
  return Object.fromEntries(
    specifications.flatMap(({ label, value }) => {
      const property = searchProperty(label)
      return property && value && !ofVariations.has(property) ? [[property, value]] : []
    }),
  )
}
