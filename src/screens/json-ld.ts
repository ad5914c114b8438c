import type { Settings, Storefront } from '#contract/storefront.ts'
import { imageUrl } from '#ui/image-url.ts'
import { returnTerm } from './offer-terms.ts'

/** A schema.org entity. */
export type Thing = { '@type': string; [property: string]: unknown }

/** A page's structured data for search engines; its URLs are absolute. UX, "Structured data and feeds". */
export const graph = (...things: (Thing | undefined)[]) => [
  { '@context': 'https://schema.org', '@graph': things.filter((thing) => thing !== undefined) },
]

/** The path from the home page to this one; `current` is the page itself. */
export const breadcrumbList = (
  origin: string,
  trail: readonly { name: string; url: string }[],
  current: string,
): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    ...[{ name: 'Home', url: '/' }, ...trail].map(({ name, url }) => ({
      name,
      item: new URL(url, origin).href,
    })),
    { name: current },
  ].map((item, at) => ({ '@type': 'ListItem', position: at + 1, ...item })),
})

/**
 * The products of a listing's page as links to their own pages. `first` is the position of the first one in
 * the whole list.
 */
export const itemList = (origin: string, urls: readonly string[], first: number): Thing => ({
  '@type': 'ItemList',
  itemListElement: urls.map((url, at) => ({
    '@type': 'ListItem',
    position: first + at,
    url: new URL(url, origin).href,
  })),
})

/** The shop itself; other entities refer to it by its `@id`. */
export function organization(origin: string, storefront: Storefront, settings: Partial<Settings>) {
  const { name, logo1, favicon, channel, return_days } = storefront
  const { store_email, store_phone, facebook, instagram, youtube, twitter, pinterest, linkedin } = settings
  const elsewhere = [facebook, instagram, youtube, twitter, pinterest, linkedin].filter((url) =>
    /^https?:/.test(url ?? ''),
  )
  const logo = logo1 ? imageUrl(logo1.path, 640) : favicon.png_192
  return {
    '@type': 'OnlineStore',
    '@id': `${origin}/#shop`,
    name,
    url: `${origin}/`,
    ...(logo && { logo: new URL(logo, origin).href }),
    ...(store_email && { email: store_email }),
    ...(store_phone && { telephone: store_phone }),
    ...postalAddress(settings, channel),
    ...contactPoint(settings, channel),
    ...(return_days !== null && {
      hasMerchantReturnPolicy: returnTerm(return_days, {
        origin,
        country: channel.country.code,
        ...settings,
      }),
    }),
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
  } satisfies Thing
}

type Place = Storefront['channel']

/** The shop's address as merchants write it, in lines with its postcode; its parts are not known. */
function postalAddress({ store_address, store_state, store_country }: Partial<Settings>, { country }: Place) {
  if (!store_address) return undefined
  return {
    address: {
      '@type': 'PostalAddress',
      streetAddress: linesOf(store_address).join(', '),
      ...(store_state && { addressRegion: store_state }),
      addressCountry: countryCode(store_country, country.code),
    },
  }
}

/** The channel's country by its code, another one by the name in the settings. */
const countryCode = (name: string | undefined, code: string) =>
  !name || name === countryNames.of(code) ? code : name

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** The customer care, or else the shop itself, as on the contact page. */
function contactPoint(settings: Partial<Settings>, { locale }: Place) {
  const email = settings.customer_care_email || settings.store_email
  const telephone = settings.customer_care_phone || settings.store_phone
  if (!email && !telephone) return undefined
  const availableLanguage = new Intl.Locale(locale).language
  return {
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      ...(email && { email }),
      ...(telephone && { telephone }),
      availableLanguage,
    },
  }
}

/** The site with its search URL. */
export const webSite = (origin: string, name: string): Thing => ({
  '@type': 'WebSite',
  '@id': `${origin}/#site`,
  name,
  url: `${origin}/`,
  publisher: { '@id': `${origin}/#shop` },
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?query={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
})

export const faqPage = (items: readonly { question: string; answer: string }[]): Thing => ({
  '@type': 'FAQPage',
  mainEntity: items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
