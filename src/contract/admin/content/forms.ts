import { z } from 'zod'
import { FieldRules } from '#contract/form.ts'
import { invalidStaffEmail, isEmail } from '#contract/rules/email.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import type { fieldTypes, flagRules } from '#contract/rules/validate-field.ts'
import { EmailText, Id, Text } from '#contract/shapes.ts'
import { Name } from '../catalog/catalog-fields.ts'
import { resourceEndpoints } from '../resource.ts'
import { Key } from './content-fields.ts'

export const FormRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  fields: z.int(),
  submissions: z.int(),
  is_active: z.boolean(),
})
export type FormRow = z.infer<typeof FormRow>

const typeNames: Record<(typeof fieldTypes)[number], string> = {
  text: 'Line of text',
  textarea: 'Several lines of text',
  email: 'E-mail address',
  phone: 'Phone number',
  number: 'Number',
  date: 'Date',
  select: 'Choice from a list',
  radio: 'Choice, all shown',
  checkbox: 'Checkbox, or several',
  consent: 'Consent',
  file: 'File',
}
const formatNames: Record<keyof typeof flagRules, string> = {
  numeric: 'Number',
  integer: 'Whole number',
  alpha: 'Letters',
  alpha_num: 'Letters and digits',
  hex: 'Hexadecimal',
  url: 'Web address',
  email: 'E-mail address',
  date: 'Date',
  ip: 'IP address',
  mac: 'MAC address',
}

/** A choice whose values have a name each. */
const Choice = <Value extends string | number>(names: readonly (readonly [Value, string])[]) =>
  z.union(names.map(([value, title]) => z.literal(value).meta({ title })))

const entriesOf = <Key extends string>(names: Record<Key, string>) =>
  keysOf(names).map((key) => [key, names[key]] as const)

const Limit = Text(10).regex(/^(-?\d+(\.\d+)?|\d{4}-\d\d-\d\d|today)$/, 'Please enter a number or a date')
const limitHelp = 'A number; of a date YYYY-MM-DD or “today”; of a text its characters.'

/** The rules of `FieldRules` as a list, each with its parameter. */
const Rule = z.discriminatedUnion('rule', [
  z
    .object({
      rule: z.literal('min'),
      limit: Limit.default('1').meta({ title: 'At least', description: limitHelp }),
    })
    .meta({ title: 'At least' }),
  z
    .object({
      rule: z.literal('max'),
      limit: Limit.default('100').meta({ title: 'At most', description: limitHelp }),
    })
    .meta({ title: 'At most' }),
  z
    .object({
      rule: z.literal('format'),
      format: Choice(entriesOf(formatNames)).default('numeric').meta({ title: 'Format' }),
    })
    .meta({ title: 'Format' }),
  z
    .object({
      rule: z.literal('decimal'),
      digits: z.int().min(0).max(10).default(2).meta({ title: 'Digits' }),
    })
    .meta({ title: 'Digits after the decimal point' }),
  z
    .object({
      rule: z.literal('pattern'),
      pattern: FieldRules.shape.pattern
        .unwrap()
        .default('')
        .meta({ title: 'Pattern', description: 'A regular expression that the whole value must match.' }),
    })
    .meta({ title: 'Pattern' }),
  z
    .object({
      rule: z.literal('one_of'),
      values: z.array(Text(200)).max(100).default([]).meta({ title: 'Values' }),
    })
    .meta({ title: 'One of these values' }),
  z
    .object({ rule: z.literal('same_as'), field: Text(40).default('').meta({ title: 'Field' }) })
    .meta({ title: 'Same as another field' }),
  z
    .object({
      rule: z.literal('phone'),
      mobile_code: Text(5).regex(/^\d*$/, 'Please enter digits').default('').meta({ title: 'Country code' }),
      length: z.int().min(4).max(15).default(10).meta({ title: 'Digits' }),
    })
    .meta({ title: 'Phone numbers of another country' }),
])
export type FormRule = z.output<typeof Rule>

export const FormFieldValues = z.object({
  label: Text(200).min(1, 'Please enter a label').meta({
    title: 'Label',
    description: 'Of a consent also with links: [privacy policy](/privacy-policy).',
  }),
  name: Text(40)
    .regex(/^([a-z][a-z0-9_]{0,39})?$/, 'Please use small letters, digits and _, with a letter first')
    .default('')
    .meta({ title: 'Name', description: 'In the data of the form; made from the label when empty.' }),
  type: Choice(entriesOf(typeNames)).default('text').meta({ title: 'Type' }),
  is_required: z.boolean().default(true).meta({ title: 'Required' }),
  placeholder: Text(200).default('').meta({ title: 'Placeholder' }),
  options: z
    .array(
      z.object({
        label: Text(200).min(1, 'Please enter a label').meta({ title: 'Label' }),
        value: Text(200).default('').meta({ title: 'Value', description: 'The label when empty.' }),
      }),
    )
    .max(200)
    .default([])
    .meta({ title: 'Options', description: 'Of a choice or of several checkboxes.' }),
  rules: z.array(Rule).max(12).default([]).meta({ title: 'Rules' }),
  width: Choice([
    [12, 'Whole line'],
    [8, 'Two thirds'],
    [6, 'Half'],
    [4, 'Third'],
  ] as const)
    .default(12)
    .meta({ title: 'Width' }),
})
export type FormFieldValues = z.output<typeof FormFieldValues>

export const FormValues = z.object({
  name: Name,
  slug: Key.meta({
    title: 'Key',
    description:
      'Sections refer to the form by it, and it is its address below /forms; made from the name when empty.',
  }),
  description: Text(1_000).default('').meta({ title: 'Text above the form', widget: 'textarea' }),
  fields: z.array(FormFieldValues).max(60).default([]).meta({ title: 'Fields' }),
  submit_label: Text(60).min(1, 'Please enter a label').default('Send').meta({ title: 'Button' }),
  success_message: Text(500)
    .min(1, 'Please enter a message')
    .default('Thank you. We received your message.')
    .meta({ title: 'Message after sending', widget: 'textarea' }),
  recipient: EmailText.max(254)
    .refine((text) => text === '' || isEmail(text), invalidStaffEmail)
    .default('')
    .meta({ title: 'Mailed to', description: 'The store’s address when empty.', format: 'email' }),
  keep_days: z
    .int()
    .min(1)
    .max(3_650)
    .default(730)
    .meta({ title: 'Kept for', description: 'Days after which messages are deleted.' }),
  is_active: z.boolean().default(true).meta({ title: 'Switched on' }),
})
export type FormValues = z.output<typeof FormValues>

export const formAdminEndpoints = resourceEndpoints({
  one: 'form',
  many: 'forms',
  area: 'content',
  row: FormRow,
  values: FormValues,
  sort: ['name', 'id', 'submissions'],
  refusals: { remove: ['IN_USE'] },
})
