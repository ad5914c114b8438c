/**
 * The pictures of a variation, best first: its own, those of a variation that looks the same (another size of
 * the same colour), those of the whole product; without any of these, all pictures. Cards use the same order.
 * @param pictures in gallery order; `sku` names the variation that one shows, null for all
 * @param looks by the sku of each variation: equal texts for variations that look the same
 */
export function fittingPictures<Picture extends { sku: string | null }>(
  pictures: readonly Picture[],
  sku: string,
  looks: ReadonlyMap<string, string>,
): Picture[] {
  const look = looks.get(sku)
  const rank = ({ sku: shown }: Picture) => {
    if (shown === sku) return 0
    if (shown === null) return 2
    return look !== undefined && looks.get(shown) === look ? 1 : 3
  }
  const ranked = pictures.toSorted((a, b) => rank(a) - rank(b))
  const fitting = ranked.filter((picture) => rank(picture) < 3)
  return fitting.length > 0 ? fitting : ranked
}

type Variations = {
  attributes: readonly { type: string; code: string }[]
  combinations: readonly { sku: string; options: Record<string, string> }[]
}

/** The looks of a product's variations: button attributes (sizes) do not change the picture, all others do. */
export const looksOf = ({ attributes, combinations }: Variations): ReadonlyMap<string, string> =>
  new Map(
    combinations.map(({ sku, options }) => [
      sku,
      attributes.map(({ type, code }) => (type === 'button' ? '' : options[code])).join('\n'),
    ]),
  )
