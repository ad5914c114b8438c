/**
 * The facets whose values are slugs, in the order of a listing's URL. Attributes are facets by their codes, and price and
 * availability have forms of their own. Decisions §2, URL form.
 */
export const facetGroups = ['category', 'brand', 'label', 'tag', 'rating', 'country_of_origin'] as const

export type FacetGroup = (typeof facetGroups)[number]

/** The facet that a name in a URL stands for; undefined for the code of an attribute. */
export function facetGroupOf(name: string): FacetGroup | undefined {
  const singular = name === 'labels' || name === 'tags' ? name.slice(0, -1) : name
  return facetGroups.find((group) => group === singular)
}
