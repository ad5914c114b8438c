import { z } from 'zod'
import { countryCodes, countryLabels } from '#contract/rules/countries.ts'
import { isEmail } from '#contract/rules/email.ts'
import { Id, Text } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'

export const EconomicOperatorRow = z.object({
  id: Id,
  name: z.string(),
  country: z.string(),
  electronic_address: z.string(),
  products: z.int(),
})
export type EconomicOperatorRow = z.infer<typeof EconomicOperatorRow>

const isWebAddress = (text: string) => /^https:\/\/[^\s/]\S*$/.test(text)

export const EconomicOperatorValues = z.object({
  name: Text(200).min(1, 'Please enter a name').meta({
    title: 'Name',
    description: 'As registered, or the registered trade name. Files name it by this.',
  }),
  address: Text(500)
    .min(1, 'Please enter an address')
    .meta({ title: 'Postal address', description: 'Without the country.', widget: 'textarea' }),
  country: z
    .enum(countryCodes, 'Please choose a country')
    .meta({ title: 'Country', enumLabels: countryLabels }),
  electronic_address: Text(300)
    .refine((text) => text === '' || isEmail(text) || isWebAddress(text), {
      message: 'Enter an e-mail address, or a web address that begins with https://',
    })
    .default('')
    .meta({
      title: 'Electronic address',
      description: 'An e-mail or web address where it can be reached. Required in the European Union.',
    }),
})
export type EconomicOperatorValues = z.output<typeof EconomicOperatorValues>

export const economicOperatorEndpoints = resourceEndpoints({
  one: 'manufacturer or importer',
  many: 'manufacturers and importers',
  area: 'catalog',
  row: EconomicOperatorRow,
  values: EconomicOperatorValues,
  sort: ['name', 'id', 'products'],
  refusals: { remove: ['IN_USE'] },
})
