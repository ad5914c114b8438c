import fc from 'fast-check'

export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

/** Existing values by field name; without them every call would answer 404. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>

/** Strings that are known to break parsers. */
const nasty = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u{1f600}',
  '%00',
  '%',
  '\\',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\r\nset-cookie: a=b',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  '__proto__',
  'x'.repeat(3_000),
]

/** Numbers at and beyond the limits of the database's column types. */
const edges = [0, 1, -1, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53), 0.5]

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], { a: 1 }, ...edges, ...nasty),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Inputs of a call by its documented schema: most fields valid, some missing, invalid or unknown. */
export function arbitraryInput(
  schema: Schema,
  known: KnownValues,
  components: Readonly<Record<string, Schema>>,
): fc.Arbitrary<Record<string, unknown>> {
  const of = (name: string, part: Schema): fc.Arbitrary<unknown> => {
    const good = fitting(part)
    const real = known[name]
    return fc.oneof(
      { weight: 5, arbitrary: real ? fc.oneof(fc.constantFrom(...real), good) : good },
      { weight: 1, arbitrary: junk },
    )
  }

  function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
    const fields = Object.entries(properties).map(([name, part]) => {
      const isRequired = required.includes(name)
      return fc
        .tuple(of(name, part), fc.integer({ min: 1, max: 20 }))
        .map(([value, dice]) => (dice <= (isRequired ? 19 : 9) ? [[name, value] as const] : []))
    })
    const unknown = fc
      .tuple(
        fc.constantFrom('price', 'total', 'customer_id', 'constructor', 'x'),
        fc.integer({ min: 1, max: 20 }),
      )
      .map(([name, dice]) => (dice <= 1 ? [[name, 1] as const] : []))
    return fc.tuple(...fields, unknown).map((parts) => Object.fromEntries(parts.flat()))
  }

  function fitting(part: Schema): fc.Arbitrary<unknown> {
    if (part.$ref) {
      const found = components[part.$ref.replace('#/components/schemas/', '')]
      return found ? fitting(found) : junk
    }
    if ('const' in part) return fc.constant(part.const)
    if (part.enum) return fc.constantFrom(...part.enum)
    const choices = part.anyOf ?? part.oneOf
    if (choices) return fc.oneof(...choices.map(fitting))
    switch ([part.type].flat()[0]) {
      case 'string':
        return fc.oneof(
          fc.string({
            minLength: Math.min(part.minLength ?? 0, 50),
            maxLength: Math.max(part.minLength ?? 0, Math.min(part.maxLength ?? 50, 50)),
          }),
          fc.constantFrom(...nasty),
        )
      case 'integer':
      case 'number': {
        const min = Math.max(part.minimum ?? part.exclusiveMinimum ?? -10, -(2 ** 31))
        const max = Math.min(part.maximum ?? min + 1_000, 2 ** 31)
        return fc.oneof(
          fc.integer({ min: Math.ceil(min), max: Math.max(max, Math.ceil(min)) }),
          fc.constantFrom(...edges),
        )
      }
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array':
        return fc.array(fitting(part.items ?? {}), { maxLength: Math.min(part.maxItems ?? 4, 4) })
      case 'object':
        return objectOf(part)
      default:
        return fc.oneof(fc.nat(10), fc.string({ maxLength: 20 }), junk)
    }
  }

  return objectOf(schema)
}
