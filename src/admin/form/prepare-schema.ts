import { ownValue } from '#contract/rules/own-value.ts'

/** A file of the setting `fonts`. */
export type FontFile = { family: string; path: string; weight_range: string; is_variable: boolean }

type Type = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array'

/** Keywords that the form takes as they are. */
type Keywords = {
  title?: string
  description?: string
  default?: unknown
  /** What shows it, when the type alone does not say. */
  widget?: string
  /** `side`: beside the other fields on wide screens, below them on narrow ones. Only for fields of the form itself. */
  column?: string
  format?: string
  enum?: unknown[]
  enumLabels?: Record<string, string>
  required?: string[]
  minItems?: number
  maxItems?: number
  /** Of a font: the families to choose from. */
  bundled?: FontFile[]
  /** Of a font, in rem: the size at which texts are as designed. */
  design_size?: number
  /** Of a font: the lowest and the highest size in rem. */
  sizes?: [number, number]
  [keyword: string]: unknown
}

/** A JSON schema (draft 2020-12) with the keywords that `.meta()` adds. */
export type JsonSchema = Keywords & {
  type?: Type | 'null' | (Type | 'null')[] | undefined
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** A schema node in the shape that the form renders: one type, no `null`, no `anyOf`. */
export type FormNode = Keywords & {
  type: Type
  properties?: Record<string, FormNode>
  items?: FormNode
  /** The value may be null. */
  nullable?: boolean
  /** The property may be missing. */
  optional?: boolean
  /** The shapes of a discriminated union, by the value of the property `variantKey`. */
  variants?: Record<string, FormNode>
  variantKey?: string
}

/** Rewrites a JSON schema for the form: null and unions become keywords of the node, and every property has a title. */
export function prepareSchema(schema: JsonSchema): FormNode {
  const { $schema: _, anyOf, oneOf = anyOf, allOf, ...rest } = schema
  if (oneOf) return prepareUnion(rest, oneOf)
  if (allOf) return prepareSchema(mergeAll([rest, ...allOf]))
  if (Array.isArray(rest.type)) {
    const type = rest.type.find((one) => one !== 'null')
    return { ...prepareSchema({ ...rest, type }), nullable: true }
  }
  const keywords: Keywords = rest
  const type = rest.type ?? typeOf(rest)
  if (type === undefined || type === 'null') return { ...keywords, type: 'object', widget: 'json' }
  if (type === 'array') return { ...keywords, type, items: prepareSchema(rest.items ?? {}) }
  return type === 'object' ? prepareObject(rest) : { ...keywords, type }
}

function prepareObject({ additionalProperties: _, ...schema }: JsonSchema): FormNode {
  const { properties: stored, required = [] } = schema
  const keywords: Keywords = schema
  if (!stored || Object.keys(stored).length === 0)
    return { ...keywords, type: 'object', widget: schema.widget ?? 'json' }
  const properties = Object.fromEntries(
    Object.entries(stored).map(([name, property]): [string, FormNode] => {
      const node = prepareSchema(property)
      const isOptional = !required.includes(name) && node.default === undefined && !node.nullable
      return [name, { title: titleOf(name), ...node, ...(isOptional && { optional: true }) }]
    }),
  )
  const isImage = 'path' in properties && 'alt' in properties
  return {
    ...keywords,
    type: 'object',
    properties,
    required,
    ...(isImage && schema.widget === undefined && { widget: 'image' }),
  }
}

function prepareUnion(base: Keywords, options: JsonSchema[]): FormNode {
  const present = options.filter(({ type }) => type !== 'null')
  const nullable = present.length < options.length && { nullable: true }
  const [only] = present
  if (only && present.length === 1) return { ...prepareSchema({ ...only, ...base }), ...nullable }

  const key = discriminatorOf(present)
  if (key) {
    const variants = Object.fromEntries(
      present.map((option): [string, FormNode] => {
        const { [key]: constant, ...properties } = option.properties ?? {}
        return [String(constant?.const), prepareVariant(option, properties)]
      }),
    )
    return { ...base, ...nullable, type: 'object', variants, variantKey: key }
  }
  if (present.every((option) => 'const' in option)) {
    const enumLabels = Object.fromEntries(
      present.flatMap(({ const: value, title }) => (title ? [[String(value), title]] : [])),
    )
    const values = present.map(({ const: value }) => value)
    return { ...base, ...nullable, type: typeOf({ enum: values }) ?? 'string', enum: values, enumLabels }
  }
  const types = new Set(present.map((option) => option.type ?? typeOf(option)))
  if (types.size === 1 && types.has('string')) {
    // "Empty or an address": the empty text is what an empty field holds.
    const format = present.find((option) => option.format)?.format
    return { ...base, ...nullable, type: 'string', ...(format && { format }) }
  }
  if ([...types].every((type) => type === 'string' || type === 'integer' || type === 'number'))
    return { widget: 'number-or-text', ...base, ...nullable, type: 'string' }
  return { ...base, ...nullable, type: 'object', widget: 'json' }
}

/** A shape whose only property is the discriminator has no fields of its own. */
const prepareVariant = (option: JsonSchema, properties: Record<string, JsonSchema>): FormNode =>
  Object.keys(properties).length === 0
    ? { type: 'object', properties: {}, ...(option.title !== undefined && { title: option.title }) }
    : { ...prepareObject({ ...option, properties }), widget: 'fields' }

/** The property that is another constant in each option. */
function discriminatorOf(options: JsonSchema[]): string | undefined {
  const [first] = options
  const names = Object.keys(first?.properties ?? {})
  return names.find((name) => options.every(({ properties }) => properties?.[name]?.const !== undefined))
}

function typeOf({ enum: values, const: constant, properties }: JsonSchema): FormNode['type'] | undefined {
  if (properties) return 'object'
  const value = Array.isArray(values) ? values.find((one) => one !== null) : constant
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : undefined
}

/** `allOf` of objects: one object with the properties of all. */
function mergeAll(schemas: JsonSchema[]): JsonSchema {
  const merged: JsonSchema = Object.assign({}, ...schemas)
  const objects = schemas.filter(({ properties }) => properties)
  if (objects.length === 0) return merged
  merged.properties = Object.assign({}, ...objects.map(({ properties }) => properties))
  merged.required = objects.flatMap(({ required }) => required ?? [])
  return merged
}

/** `font_size` is labelled "Font size". */
export function titleOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The value with the defaults of all missing properties, so that the form shows what applies. */
export function fillDefaults(node: FormNode, value: unknown): unknown {
  if (value === undefined) {
    if (node.default !== undefined) return fillDefaults({ ...node, default: undefined }, node.default)
    if (node.optional) return undefined
    if (node.nullable) return null
    if (node.type === 'object' && node.properties) return fillDefaults(node, {})
    return node.type === 'array' ? [] : undefined
  }
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item) => (node.items ? fillDefaults(node.items, item) : item))
  const shape = shapeOf(node, value)
  if (!shape?.properties) return value
  const filled: Record<string, unknown> = { ...value }
  for (const [name, property] of Object.entries(shape.properties)) {
    const content = fillDefaults(property, ownValue(filled, name))
    if (content !== undefined) filled[name] = content
  }
  return filled
}

/** The node that describes the value: of a union, the shape that its discriminator names. */
export const shapeOf = (node: FormNode, value: object): FormNode | undefined =>
  node.variants ? node.variants[String(ownValue({ ...value }, node.variantKey ?? 'type'))] : node

/** What a new item, or an object that is switched on, begins with. */
export function initialValue(node: FormNode): unknown {
  const { nullable: _, optional: __, ...present } = node
  const [first] = Object.entries(node.variants ?? {})
  if (first) return fillDefaults(node, { [node.variantKey ?? 'type']: first[0] })
  const filled = fillDefaults({ ...present, default: node.default ?? undefined }, undefined)
  if (filled !== undefined) return filled
  if (node.type === 'boolean') return false
  if (node.enum) return node.enum[0]
  return node.type === 'string' ? '' : node.type === 'object' ? {} : undefined
}

export type SchemaFormProps<Values> = {
  /** As `z.toJSONSchema(schema, { io: 'input' })` writes it. `title` is a label, `description` its help. */
  schema: object
  value: Values
  onChange: (value: Values) => void
  /** As a refusal of the API has them: by path, such as `items.0.url`. */
  errors?: Readonly<Record<string, readonly string[]>> | undefined
  readOnly?: boolean | undefined
  /** New errors do not take the focus: they come while the user types, or the screen has its own summary. */
  keepsFocus?: boolean | undefined
  /** The field that has the focus at first, such as one that a search has found. */
  startsAt?: string | undefined
}
