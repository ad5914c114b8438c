import { expect, test } from 'vitest'
import { chooseLocations, type Pieces } from './choose-locations.ts'

const [vase, bowl, plate] = [1, 2, 3]
const at = (location_id: number | null, stock: Record<number, number>): Pieces[] =>
  Object.entries(stock).map(([id, quantity]) => ({ variation_id: Number(id), quantity, location_id }))

test.each([
  [
    'the first location by priority that has the whole order',
    { [vase]: 2, [bowl]: 1 },
    [at(7, { [vase]: 2 }), at(null, { [vase]: 5, [bowl]: 5 }), at(8, { [vase]: 9, [bowl]: 9 })],
    [at(null, { [vase]: 2, [bowl]: 1 })],
  ],
  [
    'the fewest locations where none has all of it, each line whole',
    { [vase]: 2, [bowl]: 1, [plate]: 1 },
    [at(null, { [vase]: 2 }), at(7, { [bowl]: 1 }), at(8, { [vase]: 1, [bowl]: 3, [plate]: 1 })],
    [at(null, { [vase]: 2 }), at(8, { [bowl]: 1, [plate]: 1 })],
  ],
  [
    'a line from two locations, the first by priority first',
    { [vase]: 5 },
    [at(null, { [vase]: 3 }), at(7, { [vase]: 3 })],
    [at(null, { [vase]: 3 }), at(7, { [vase]: 2 })],
  ],
  [
    'all locations by priority where more than three are needed',
    { [vase]: 4 },
    [at(4, { [vase]: 1 }), at(5, { [vase]: 1 }), at(6, { [vase]: 1 }), at(7, { [vase]: 1 })],
    [at(4, { [vase]: 1 }), at(5, { [vase]: 1 }), at(6, { [vase]: 1 }), at(7, { [vase]: 1 })],
  ],
])('an order leaves %s', (_, wanted, stock, expected) => {
  const request = Object.entries(wanted).map(([id, quantity]) => ({ variation_id: Number(id), quantity }))
  expect(chooseLocations(request, stock.flat())).toEqual(expected.flat())
})
