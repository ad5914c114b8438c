import { ownValue } from './own-value.ts'

/** The codes of Indian states in tax numbers, by their postal code. GST portal, "State Code List". */
const gstCodes: Readonly<Record<string, string>> = {
  ...{ JK: '01', HP: '02', PB: '03', CH: '04', UK: '05', HR: '06', DL: '07', RJ: '08', UP: '09' },
  ...{ BR: '10', SK: '11', AR: '12', NL: '13', MN: '14', MZ: '15', TR: '16', ML: '17', AS: '18' },
  ...{ WB: '19', JH: '20', OD: '21', CG: '22', MP: '23', GJ: '24', DH: '26', MH: '27', KA: '29' },
  ...{ GA: '30', LD: '31', KL: '32', TN: '33', PY: '34', AN: '35', TS: '36', AP: '37', LA: '38' },
}

/** State, PAN, number of the registration, Z, check digit. */
const format = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

/** A GSTIN as it is printed, typed in small letters, with spaces or with hyphens; another text as it is. */
export function tidyGstin(typed: string): string {
  const tidy = typed.replace(/[\s-]/g, '').toUpperCase()
  return format.test(tidy) ? tidy : typed
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last character of a GSTIN, from the first 14: each counts once or twice, in turn, as a number in base 36. */
export function checkDigitOfGstin(start: string): string {
  const sum = [...start].reduce((total, digit, at) => {
    const product = digits.indexOf(digit) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return digits.charAt((36 - (sum % 36)) % 36)
}

/**
 * What is wrong with a GSTIN; undefined for a right one.
 * @param state where the shop is: its tax number is of the same state.
 */
export function mistakeInGstin(gstin: string, state?: { code: string; name: string }): string | undefined {
  if (!format.test(gstin)) return 'A GSTIN has 15 characters, such as 27AAAAA0000A1Z5'
  if (checkDigitOfGstin(gstin.slice(0, 14)) !== gstin[14])
    return 'This GSTIN is not right: its last character does not fit the others. Check for a typing error.'
  const code = state && ownValue(gstCodes, state.code)
  if (code && !gstin.startsWith(code))
    return `A GSTIN of ${state.name} begins with ${code}, and this one with ${gstin.slice(0, 2)}`
  return undefined
}

/** A code of the Harmonized System of tariffs, 4 to 8 digits; India's HSN codes are such codes. */
export const hsnCode = /^[0-9]{4,8}$/
