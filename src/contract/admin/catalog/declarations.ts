import { z } from 'zod'
import { countryCodes, countryLabels } from '#contract/rules/countries.ts'
import { Id, Text } from '#contract/shapes.ts'

const Operator = Id.nullable().default(null)

/** What the law wants declared of a product, as its form edits it. The fields are the columns of `product_declarations`. */
export const Declarations = z.object({
  country_of_origin: z
    .enum(['', ...countryCodes])
    .default('')
    .meta({
      title: 'Country of origin',
      description: 'Also a filter and a sort order of listings.',
      enumLabels: { '': 'Not declared', ...countryLabels },
    }),
  manufacturer_id: Operator.meta({ title: 'Manufacturer or packer', widget: 'economic-operator' }),
  importer_id: Operator.meta({ title: 'Importer', widget: 'economic-operator' }),
  responsible_person_id: Operator.meta({
    title: 'Responsible person in the European Union',
    description: 'Where neither manufacturer nor importer are established there.',
    widget: 'economic-operator',
  }),
  warnings: Text(2_000).default('').meta({ title: 'Warnings and safety information', widget: 'textarea' }),
  min_age: z
    .int()
    .min(1, 'Enter an age from 1 to 99')
    .max(99, 'Enter an age from 1 to 99')
    .nullable()
    .default(null)
    .meta({ title: 'Smallest age', description: 'In years: who may buy or use it.' }),
  checks_age: z.boolean().default(false).meta({
    title: 'Check the age of buyers',
    description:
      'For alcohol, knives and the like: buyers confirm the smallest age before they order, and packing slips say that it is checked at the door.',
  }),
  best_before_months: z
    .int()
    .min(1, 'Enter 1 to 600 months')
    .max(600, 'Enter 1 to 600 months')
    .nullable()
    .default(null)
    .meta({ title: 'Best before, in months', description: 'From the manufacture.' }),
  materials: Text(500).default('').meta({ title: 'Materials', description: 'Such as “Stoneware, glaze”.' }),
  care: Text(1_000).default('').meta({ title: 'Care', widget: 'textarea' }),
  passport_id: Text(200).default('').meta({
    title: 'Identifier of the digital product passport',
    description: 'As registered, in the European Union.',
  }),
  passport_url: Text(500)
    .refine((url) => url === '' || /^https:\/\/\S+$/.test(url), 'Enter an address that begins with https://')
    .default('')
    .meta({ title: 'Address of the digital product passport' }),
})
export type Declarations = z.output<typeof Declarations>

/** Of a product that declares nothing. */
export const noDeclarations: Declarations = Declarations.parse({})
