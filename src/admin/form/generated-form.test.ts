import { createElement, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { STORED_SECRET } from '#contract/admin/agreed-values.ts'
import { ProductValues } from '#contract/admin/catalog/products.ts'
import { ChannelValues } from '#contract/admin/settings/channels.ts'
import { invalidStaffEmail } from '#contract/rules/email.ts'
import { installedPlugins } from '../../plugins/installed.server.ts'
import { layoutFields, sectionCatalog } from '../../sections/section-catalog.ts'
import { appearanceSchemas, columnSchemas } from '../../server/content/storefront/storefront-schemas.ts'
import { settingSchemas } from '../../server/shop/settings/setting-schemas.ts'
import GeneratedForm from './generated-form.tsx'
import { fillDefaults, initialValue, type JsonSchema, prepareSchema } from './prepare-schema.ts'
import { createValidator } from './zod-validator.ts'

const warnings: unknown[] = []
beforeEach(() => {
  warnings.length = 0
  vi.spyOn(console, 'warn').mockImplementation((...said) => void warnings.push(said))
})

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

function render(schema: JsonSchema, value: unknown, errors: Record<string, string[]> = {}) {
  const props = { schema, value, errors, onChange: () => {} }
  const html = renderToString(createElement(StrictMode, null, createElement(GeneratedForm, props)))
  expect(warnings).toEqual([])
  return html
}

const cases: [string, JsonSchema, unknown][] = [
  ...sectionCatalog().map(({ component, fields, defaults }): [string, JsonSchema, unknown] => [
    `section ${component}`,
    fields as JsonSchema,
    defaults,
  ]),
  ['section layout', layoutFields() as JsonSchema, undefined],
  ['store settings', schemaOf(z.object(settingSchemas)), {}],
  ['appearance', schemaOf(z.object({ ...columnSchemas, ...appearanceSchemas })), {}],
  ...installedPlugins.map(({ definition }): [string, JsonSchema, unknown] => [
    `plugin ${definition.module_name}`,
    schemaOf(definition.config),
    undefined,
  ]),
]

test('every setting of a plugin has a label of its own', () => {
  const unnamed = installedPlugins.flatMap(({ definition }) =>
    Object.entries((schemaOf(definition.config).properties ?? {}) as Record<string, JsonSchema>)
      .filter(([, { title }]) => !title)
      .map(([name]) => `${definition.module_name}.${name}`),
  )
  expect(unnamed).toEqual([])
})

describe.each(cases)('The form of %s', (_name, schema, value) => {
  test('renders every field with a label', () => {
    const html = render(schema, value)
    const node = prepareSchema(schema)
    for (const property of Object.values(node.properties ?? {}))
      expect(html).toContain(escapeHtml(property.title ?? ''))
  })

  test('renders a new item of each list', () => {
    const node = prepareSchema(schema)
    const lists = Object.entries(node.properties ?? {}).filter(([, { type }]) => type === 'array')
    const items = lists.map(([name, list]) => [name, list.items ? [initialValue(list.items)] : []])
    render(schema, { ...(value as object), ...Object.fromEntries(items) })
  })

  test('accepts the values that the server starts with', () => {
    if (value === undefined) return
    expect(createValidator(schema)(value)).toEqual([])
  })
})

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;')

const Mixed = z.object({
  title: z.string().meta({ title: 'Heading' }),
  price: z.int().default(0).meta({ widget: 'money' }),
  key: z.string().default('').meta({ widget: 'secret' }),
  link: z.object({ label: z.string(), href: z.string() }).nullable().default(null),
  note: z.object({ text: z.string() }).optional(),
  blocks: z
    .array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('text'), text: z.string().max(5) }),
        z.object({ type: z.literal('break') }),
      ]),
    )
    .default([]),
})
const mixed = schemaOf(Mixed)

test('An error of the API is shown at its field and above the form', () => {
  const value = { title: 'T', blocks: [{ type: 'text', text: 'a' }] }
  const html = render(mixed, value, { 'blocks.0.text': ['Too plain'], title: ['Taken'] })
  expect(html).toContain('2 fields need a correction.')
  expect(html.split('Too plain')).toHaveLength(3)
  expect(html).toContain('Blocks 1')
  expect(html).toMatch(/aria-describedby="[^"]*_title-error"/)
})

test('A price in paise is shown in rupees, a stored secret not at all', () => {
  const html = render(mixed, { title: 'T', price: 129_950, key: STORED_SECRET })
  expect(html).toContain('value="1299.50"')
  expect(html).toContain('Replace Key')
  expect(html).not.toContain(STORED_SECRET)
})

test('Missing properties get their defaults, and an optional object stays missing', () => {
  expect(fillDefaults(prepareSchema(mixed), { title: 'T' })).toEqual({
    title: 'T',
    price: 0,
    key: '',
    link: null,
    blocks: [],
  })
})

test('The validator reports the fields of the chosen alternative, and no empty field', () => {
  const text = 'much too long'
  expect(createValidator(mixed)({ blocks: [{ type: 'break' }, { type: 'text', text }] })).toEqual([
    { path: ['blocks', 1, 'text'], message: 'Use at most 5 characters', value: text },
  ])
})

test('The validator has one message for a field: of an e-mail address that of the API', () => {
  const validate = createValidator(schemaOf(z.object({ email: z.union([z.literal(''), z.email()]) })))
  expect(validate({ email: 'asha@' }).map(({ message }) => message)).toEqual([invalidStaffEmail])
})

test('a shape without fields keeps its title as the name of the choice', () => {
  const html = render(schemaOf(ChannelValues), {
    ...{ name: 'India', country: 'IN', currency: 'INR', locale: 'en-IN', is_tax_included: true },
    delivery_tax: { type: 'none' },
  })

  expect(html).toContain('>Highest rate of the goods<')
  expect(html).toContain('>Not taxed<')
  // Country, currency and language are choices, and a value without data stays chosen.
  expect(html).toMatch(/<select id="\w+_country"[^>]*><option value="IN" selected="">IN</)
  expect(html).toMatch(/<option value="INR" selected="">INR, Indian Rupee</)
  expect(html).toMatch(/<option value="en-IN" selected="">English \(India\)</)
})

test('a customisation that is added to a product asks for nothing yet, and can be saved', () => {
  const node = prepareSchema(schemaOf(ProductValues)).properties?.customisation
  const customisation = node && initialValue(node)
  const values = { name: 'Cup', variations: [{ selling_price: 100 }], customisation }

  expect(ProductValues.parse(values).customisation).toMatchObject({
    text: { enabled: false, max_length: 40 },
    image: { enabled: false, max_mb: 5 },
  })
})
