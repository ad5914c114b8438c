/** Further languages of countries with several; others have the main one of Unicode's data and English. */
const languages: Readonly<Record<string, readonly string[]>> = {
  BE: ['nl', 'fr', 'de'],
  CA: ['fr'],
  CH: ['de', 'fr', 'it'],
  ES: ['es', 'ca', 'eu', 'gl'],
  IN: ['hi', 'bn', 'gu', 'kn', 'ml', 'mr', 'pa', 'ta', 'te', 'ur'],
  SG: ['zh', 'ms', 'ta'],
  ZA: ['af', 'zu'],
}

/** The locales that a channel in a country can have: English is the language of the shop's texts. */
export function localesOf(country: string): string[] {
  if (!/^[A-Z]{2}$/.test(country)) return []
  const main = new Intl.Locale(`und-${country}`).maximize().language
  const all = ['en', ...(ownLanguages(country) ?? (main === 'und' ? [] : [main]))]
  return [...new Set(all)].map((language) => `${language}-${country}`)
}

const ownLanguages = (country: string) => (Object.hasOwn(languages, country) ? languages[country] : undefined)

/** The English name of a country, or the text itself when it is no code. */
export const countryName = (code: string) =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code) : code

/** Unicode's code of an unknown region, which has a name. */
const UNKNOWN = 'ZZ'

/** A language with a region that Unicode's data names: amounts and dates of any other would be written as in the United States. */
export function isLocale(text: string): boolean {
  try {
    const { language, region } = new Intl.Locale(text)
    return (
      region !== undefined && region !== UNKNOWN && isNamed('language', language) && isNamed('region', region)
    )
  } catch {
    return false
  }
}

const isNamed = (type: 'language' | 'region', code: string) =>
  new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code) !== undefined
