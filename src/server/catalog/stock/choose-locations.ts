/** Pieces of a variation, in a location; null: the main location. */
export type Pieces = { variation_id: number; quantity: number; location_id: number | null }
type Wanted = { variation_id: number; quantity: number }

/** Sets of more locations are not compared with each other: an order that needs more takes from all by priority. */
const MOST_COMPARED = 3

/**
 * The locations that an order leaves: the first one that has all of it, otherwise the fewest, the first ones by priority. ADR 0029.
 * @param stock what each location sells, by priority
 * @returns the wanted pieces by location, in the order of `wanted`; less than that where there are too few
 */
export function chooseLocations(wanted: readonly Wanted[], stock: readonly Pieces[]): Pieces[] {
  const locations = [...new Set(stock.map(({ location_id }) => location_id))]
  const inStock = new Map(
    stock.map(({ location_id, variation_id, quantity }) => [`${location_id} ${variation_id}`, quantity]),
  )
  const quantityOf = (location: number | null, { variation_id }: Wanted) =>
    inStock.get(`${location} ${variation_id}`) ?? 0
  const hasAll = (chosen: readonly (number | null)[]) =>
    wanted.every((one) => sum(chosen.map((location) => quantityOf(location, one))) >= one.quantity)
  const chosen = firstSet(locations, hasAll) ?? locations

  return wanted.flatMap((one) => {
    const whole = chosen.find((location) => quantityOf(location, one) >= one.quantity)
    let missing = one.quantity
    return (whole === undefined ? chosen : [whole]).flatMap((location_id) => {
      const quantity = Math.min(missing, quantityOf(location_id, one))
      missing -= quantity
      return quantity > 0 ? [{ variation_id: one.variation_id, quantity, location_id }] : []
    })
  })
}

/** The smallest set of locations that is enough, of one size the first by priority. */
function firstSet<Location>(
  locations: readonly Location[],
  isEnough: (chosen: readonly Location[]) => boolean,
): readonly Location[] | undefined {
  for (let size = 1; size <= Math.min(MOST_COMPARED, locations.length); size++)
    for (const chosen of setsOf(locations, size)) if (isEnough(chosen)) return chosen
  return undefined
}

function* setsOf<Location>(locations: readonly Location[], size: number): Generator<Location[]> {
  if (size === 0) yield []
  else
    for (const [at, first] of locations.entries())
      for (const rest of setsOf(locations.slice(at + 1), size - 1)) yield [first, ...rest]
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
