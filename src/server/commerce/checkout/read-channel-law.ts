import { sql } from 'kysely'
import type { LawPoint } from '#contract/admin/settings/channels.ts'
import { EU_WITHDRAWAL_DAYS, euCountries, orderButtonOf } from '#contract/rules/withdrawal.ts'
import { declaredFor } from '#server/catalog/products/declarations-sql.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { arePolicies, type Policy, readPolicies } from '#server/shop/channels/read-policies.ts'

type Facts = {
  country: string
  is_tax_included: boolean
  withdrawal_days: number
  order_button: string | null
  has_guarantee_notice: boolean
  omnibus: boolean | null
  has_seller: boolean
  has_care: boolean
  has_tax_no: boolean
  has_tax: boolean
  /** Published products, and those with the fact. */
  products: number
  with_content: number
  with_hsn: number
  declared_eu: number
  declared_in: number
}

type Known = Facts & { policies: readonly Policy[] }

/**
 * What the law of a channel's country asks of the shop, each point computed from its data; `is_done` is null for what only the merchant
 * can judge. Empty for countries whose law the shop does not know. Not legal advice. ADR 0033.
 */
export async function readChannelLaw(db: Db, id: number): Promise<LawPoint[]> {
  const { rows } = await sql<Facts>`
    with set_values as (select key, value #>> '{}' as value from settings where value #>> '{}' <> ''),
    on_sale as (
      select p.id, p.hsn_code, exists (select from variations v where v.product_id = p.id and v.content is not null) as has_content
      from products p where p.is_published
    )
    select k.code as country, c.is_tax_included, c.withdrawal_days, c.order_button, c.omnibus,
      coalesce(c.guarantee_notice #>> '{image,path}', '') <> '' as has_guarantee_notice,
      (select count(*) from set_values where key in ('store_name', 'store_address', 'store_email', 'store_phone')) = 4 as has_seller,
      exists (select from set_values where key in ('customer_care_email', 'customer_care_phone')) as has_care,
      exists (select from set_values where key = 'store_tax_no') as has_tax_no,
      exists (select from tax_rates t where t.country_id = c.country_id and t.rate_bp > 0) as has_tax,
      (select count(*) from on_sale) as products,
      (select count(*) from on_sale where has_content) as with_content,
      (select count(*) from on_sale where coalesce(hsn_code, '') <> '') as with_hsn,
      (select count(*) from on_sale where id in ${declaredFor.eu}) as declared_eu,
      (select count(*) from on_sale where id in ${declaredFor.in}) as declared_in
    from channels c join countries k on k.id = c.country_id where c.id = ${id}`.execute(db)
  const [stored] = rows
  if (!stored) return []
  const facts = { ...stored, policies: await readPolicies(db, id) }
  if (euCountries.includes(facts.country)) return inEuropeanUnion(facts)
  return facts.country === 'IN' ? inIndia(facts) : []
}

/** The list of the products that declare too little. */
const listOfUndeclared = (undeclared: 'eu' | 'in') =>
  `/products?${new URLSearchParams({ filter: JSON.stringify({ state: 'published', undeclared }) })}`

const inEuropeanUnion = (facts: Known): LawPoint[] => [
  {
    title: 'Right of withdrawal',
    law: 'Directive 2011/83/EU, Art. 9 to 11a',
    is_done: facts.withdrawal_days >= EU_WITHDRAWAL_DAYS,
    help: `${facts.withdrawal_days} days. Products that the law excludes say so among their rules.`,
    to: null,
  },
  {
    title: 'Order button',
    law: 'Directive 2011/83/EU, Art. 8 (2)',
    is_done: facts.order_button === null ? true : null,
    help: facts.order_button
      ? `“${facts.order_button}”: check that it says unmistakably that one pays.`
      : `“${orderButtonOf(facts.country)}”, below goods and totals.`,
    to: null,
  },
  {
    title: 'Notice of the legal guarantee',
    law: 'Directive 2011/83/EU, Art. 22a; Regulation (EU) 2025/1960',
    is_done: facts.has_guarantee_notice,
    help: 'The official picture in the language of the channel, above the order button.',
    to: null,
  },
  {
    title: 'Lowest price of 30 days beside a reduction',
    law: 'Directive 98/6/EC, Art. 6a',
    is_done: facts.omnibus !== false,
    help: 'The price that is struck through is that figure.',
    to: null,
  },
  priceWithTax(facts, 'Directive 98/6/EC, Art. 2'),
  unitPrice(facts, 'Directive 98/6/EC, Art. 3'),
  {
    title: 'Who answers for products',
    law: 'Regulation (EU) 2023/988, Art. 16 and 19',
    is_done: facts.products > 0 && facts.declared_eu === facts.products,
    help: `${facts.declared_eu} of ${facts.products} products on sale name their manufacturer and, where it is outside the European Union, an importer or responsible person there, each with an electronic address.`,
    to: listOfUndeclared('eu'),
  },
  {
    title: 'Tax rates of the country',
    law: 'Directive 2006/112/EC, Art. 33',
    is_done: facts.has_tax,
    help: 'What is sold to consumers there is taxed there; below the yearly limit of distance sales it may be taxed at home.',
    to: '/tax-rates',
  },
  seller('Directive 2000/31/EC, Art. 5', facts.has_seller),
  written(facts, {
    ...{ title: 'Imprint', law: 'Directive 2000/31/EC, Art. 5', kinds: ['imprint'] },
    help: 'An active page at /imprint says who runs the shop; link it in the footer menu.',
  }),
  written(facts, {
    ...{
      title: 'Accessibility statement',
      law: 'Directive (EU) 2019/882, Art. 13',
      kinds: ['accessibility'],
    },
    help: 'An active page at /accessibility says how accessible the shop is and who supervises it; micro-enterprises are exempt.',
  }),
  policies(facts, 'Regulation (EU) 2016/679, Art. 13'),
]

const inIndia = (facts: Known): LawPoint[] => [
  priceWithTax(facts, 'Legal Metrology (Packaged Commodities) Rules 2011, rule 6'),
  unitPrice(facts, 'Legal Metrology (Packaged Commodities) Rules 2011, rule 6'),
  {
    title: 'Country of origin, and who made or imports products',
    law: 'Legal Metrology (Packaged Commodities) Rules 2011, rule 6 (1), (10) and (10A)',
    is_done: facts.products > 0 && facts.declared_in === facts.products,
    help: `${facts.declared_in} of ${facts.products} products on sale declare their country of origin and their manufacturer or packer, or their importer where they are made elsewhere.`,
    to: listOfUndeclared('in'),
  },
  seller('Consumer Protection (E-Commerce) Rules 2020, rules 4 and 6', facts.has_seller && facts.has_care),
  {
    title: 'Grievance officer',
    law: 'Consumer Protection (E-Commerce) Rules 2020, rule 4 (4)',
    is_done: null,
    help: 'Name, designation and contact on a page that the footer links to.',
    to: '/pages',
  },
  {
    title: 'GSTIN on invoices',
    law: 'CGST Rules 2017, rule 46',
    is_done: facts.has_tax_no,
    help: 'Only for registered sellers: the tax number among the store settings.',
    to: '/settings?group=store',
  },
  {
    title: 'HSN codes',
    law: 'CGST Rules 2017, rule 46',
    is_done: facts.products > 0 && facts.with_hsn === facts.products,
    help: `${facts.with_hsn} of ${facts.products} products on sale have one.`,
    to: '/products',
  },
  policies(facts, 'Digital Personal Data Protection Act 2023, section 5'),
]

const priceWithTax = ({ is_tax_included }: Facts, law: string): LawPoint => ({
  title: 'Prices include all taxes',
  law,
  is_done: is_tax_included,
  help: is_tax_included
    ? 'They do.'
    : 'Consumers are shown prices with taxes. Only for businesses they may be without.',
  to: null,
})

const unitPrice = ({ with_content, products }: Facts, law: string): LawPoint => ({
  title: 'Prices per unit',
  law,
  is_done: null,
  help: `${with_content} of ${products} products on sale have a content. What is sold by weight, volume, length or area needs one.`,
  to: '/products',
})

const seller = (law: string, is_done: boolean): LawPoint => ({
  title: 'Who sells',
  law,
  is_done,
  help: 'Name, address, email and phone of the store, and the contact of its customer care.',
  to: '/settings?group=store',
})

const policies = (facts: Known, law: string): LawPoint =>
  written(facts, {
    ...{ title: 'Terms, privacy policy and other pages', law, kinds: ['terms', 'privacy', 'other'] },
    help: 'Both are active and chosen in the store settings, and no page has a gap.',
  })

type Written = Pick<LawPoint, 'title' | 'law' | 'help'> & { kinds: readonly Policy['kind'][] }

/** Pages that must be there and have no gap; what is missing in them is named. */
function written({ policies: known }: Known, { title, law, help, kinds }: Written): LawPoint {
  const unwritten = known.filter(({ kind, unwritten: text }) => text !== '' && kinds.includes(kind))
  return {
    title,
    law,
    is_done: arePolicies(known, kinds),
    help: [help, ...unwritten.map(({ name, unwritten: text }) => `${name}, ${text}.`)].join(' '),
    to: '/pages',
  }
}
