import { z } from 'zod'
import { Day, Id, Text } from './shapes.ts'

/** What has fields of the merchant's own. */
export const fieldOwners = ['product', 'variation', 'category', 'customer', 'order', 'page'] as const
export type FieldOwner = (typeof fieldOwners)[number]

export const fieldTypes = ['text', 'number', 'date', 'choice', 'boolean', 'file', 'reference'] as const

/** Where visitors and clients see a field besides the back office. */
export const fieldPlaces = ['page', 'card', 'cart', 'mail', 'api'] as const
export type FieldPlace = (typeof fieldPlaces)[number]

/** Where fields of an owner can be shown. Those of customers and orders are for staff. */
export const placesOf: Record<FieldOwner, readonly FieldPlace[]> = {
  product: fieldPlaces,
  variation: fieldPlaces,
  category: ['api'],
  page: ['api'],
  customer: [],
  order: [],
}

/** A value of a field of pictures: one of the media library. */
export const FieldPicture = z.object({ path: z.string().min(1).max(300), alt: Text(300).default('') })

const choiceValue = /^[a-z0-9][a-z0-9_-]*$/
const names = /^[a-z][a-z0-9_]*$/

/** The definition of a field, as its form and the API write it. ADR 0029. */
export const FieldDefinition = z.object({
  owner: z
    .enum(fieldOwners)
    .default('product')
    .meta({ title: 'Field of', description: 'Stays as it is once the field is saved.' }),
  label: Text(60).min(1, 'Please enter a name').meta({ title: 'Name' }),
  key: Text(40)
    .regex(names, 'Please use small letters, digits and _, with a letter first')
    // A name that every object has could be read where no value is.
    .refine((key) => !Object.hasOwn(Object.prototype, key), 'This name is reserved')
    .meta({ title: 'Key', description: 'In files and in the API. Stays as it is once the field is saved.' }),
  help: Text(200).default('').meta({ title: 'Help', description: 'Shown to staff below the field.' }),
  type: z
    .enum(fieldTypes)
    .default('text')
    .meta({
      title: 'Type',
      enumLabels: { boolean: 'Yes or no', file: 'Picture', reference: 'Link to a record' },
    }),
  is_required: z.boolean().default(false).meta({ title: 'Required' }),
  is_several: z.boolean().default(false).meta({ title: 'Several values' }),
  min: z
    .number()
    .nullable()
    .default(null)
    .meta({ title: 'At least', description: 'Of a number its value, of a text how many characters.' }),
  max: z.number().nullable().default(null).meta({ title: 'At most' }),
  mask: Text(60).default('').meta({
    title: 'Pattern of a text',
    description: '9 is a digit, A a letter, * either; all else as it is. AA-9999 fits “BX-2041”.',
  }),
  choices: z
    .array(
      z
        .object({
          label: Text(120).min(1, 'Please enter a name').meta({ title: 'Name' }),
          value: Text(80)
            .regex(choiceValue, 'Please use small letters, digits, - and _')
            .or(z.literal(''))
            .default('')
            .meta({ title: 'Value', description: 'In files and links; made from the name when empty.' }),
        })
        .meta({ title: 'Choice' }),
    )
    .max(200)
    .default([])
    .meta({ title: 'Choices', description: 'In this order.' }),
  refers_to: z
    .enum(['product', 'category', 'page'])
    .nullable()
    .default(null)
    .meta({ title: 'Links to', description: 'Of a link to a record.' }),
  shown: z
    .array(
      z.enum(fieldPlaces).meta({
        enumLabels: {
          page: 'On its page',
          card: 'On cards',
          cart: 'In the cart',
          mail: 'In order mails',
          api: 'In the API',
        },
      }),
    )
    .default([])
    .meta({
      title: 'Shown to shoppers',
      description: 'Nothing chosen: staff alone see it.',
    }),
  is_filterable: z.boolean().default(false).meta({
    title: 'A filter of listings',
    description: 'For a choice or a yes-or-no field of products.',
  }),
  position: z.int().min(0).max(100_000).default(0).meta({ title: 'Position' }),
})
export type FieldDefinition = z.output<typeof FieldDefinition>

/** A field as editors and imports take it. */
export const CustomField = FieldDefinition.extend({ id: Id })
export type CustomField = z.infer<typeof CustomField>

/** What a record has in its fields, by key. Which keys and which values is in the definitions: `fieldValues`. */
export const FieldValues = z.record(z.string().max(40), z.unknown())
export type FieldValues = z.infer<typeof FieldValues>

/** A value as visitors read it. */
export const ShownField = z.object({
  key: z.string(),
  label: z.string(),
  /** Of several values each as text: dates and numbers as the channel writes them. */
  values: z.array(
    z.object({
      text: z.string(),
      /** Of a picture, or of the record that it links to. */
      url: z.string().optional(),
    }),
  ),
  /** False: a field of the API alone. */
  is_on_page: z.boolean(),
})
export type ShownField = z.infer<typeof ShownField>

/** Characters of a text without a limit of its own, which is one line, and of the longest one. */
const DEFAULT_LENGTH = 200
export const MAX_LENGTH = 5_000
const MAX_VALUES = 50

/**
 * The schema of the values of these fields: form, API and import check with it. An empty value is null, or no entry of a list.
 */
export const fieldValues = (fields: readonly FieldDefinition[]) =>
  z.strictObject(Object.fromEntries(fields.map((field) => [field.key, schemaOf(field)])))

function schemaOf(field: FieldDefinition): z.ZodType {
  const { label: title, help, is_required, is_several } = field
  const about = { title, ...(help && { description: help }) }
  const one = oneValue(field)
  if (is_several)
    return z
      .array(one)
      .min(is_required ? 1 : 0, 'Please enter a value')
      .max(MAX_VALUES)
      .default([])
      .meta(about)
  return is_required ? one.meta(about) : one.nullable().default(null).meta(about)
}

function oneValue({ type, min, max, mask, choices, refers_to, is_required }: FieldDefinition): z.ZodType {
  switch (type) {
    case 'text': {
      const longest = Math.min(max ?? DEFAULT_LENGTH, MAX_LENGTH)
      const text = Text(longest).min(Math.max(min ?? 0, is_required ? 1 : 0))
      const checked = mask
        ? text.refine((value) => value === '' || fitsMask(value, mask), `Please write it as ${mask}`)
        : text
      return longest > DEFAULT_LENGTH ? checked.meta({ widget: 'textarea' }) : checked
    }
    case 'number':
      return z
        .number()
        .min(min ?? -1e15)
        .max(max ?? 1e15)
    case 'date':
      return Day
    case 'choice':
      return z
        .enum(choices.map(({ value }) => value))
        .meta({ enumLabels: Object.fromEntries(choices.map(({ value, label }) => [value, label])) })
    case 'boolean':
      return z.literal([true, false]).meta({ widget: 'select', enumLabels: { true: 'Yes', false: 'No' } })
    case 'file':
      return FieldPicture
    case 'reference':
      return Id.meta({ widget: refers_to === 'page' ? 'page-id' : (refers_to ?? 'product') })
  }
}

/** `9` is a digit, `A` a letter, `*` either; compared character by character, because a pattern of the merchant could be slow. */
export function fitsMask(text: string, mask: string): boolean {
  const given = [...text]
  const expected = [...mask]
  return given.length === expected.length && expected.every((sign, at) => fits(given[at] ?? '', sign))
}

function fits(character: string, sign: string): boolean {
  if (sign === '9') return /\d/.test(character)
  if (sign === 'A') return /\p{L}/u.test(character)
  return sign === '*' ? /[\p{L}\d]/u.test(character) : character === sign
}

/** Without empty values: what is stored. */
export const filledValues = (values: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== null &&
        value !== undefined &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  )
