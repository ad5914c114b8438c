import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/define-endpoints.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { coreGroups } from '#server/core-groups.ts'

type Call = { method: string; path: string; pattern: RegExp; endpoint: Endpoint }
type Example = { line: number; call: Call | undefined; input: Record<string, unknown>; replies: unknown[] }

/** Every call of the API that is not the back office's. */
const calls: Call[] = [...coreGroups, ...installedPlugins.flatMap(({ groups }) => groups)]
  .flatMap(({ routes, endpoints }) =>
    Object.entries(routes).map(([name, route]) => {
      const [method = '', path = ''] = route.split(' ')
      return { method, path, pattern: patternOf(path), endpoint: endpoints[name] as Endpoint }
    }),
  )
  .filter(({ path }) => !path.startsWith('/api/admin/'))

const page = readFileSync(join(import.meta.dirname, '../docs/design/wire-contract.md'), 'utf8')
const entities = readEntities()
const examples = readExamples(page.split('```http\n')[1]?.split('```')[0] ?? '')

test('every example request of the wire contract is one that its endpoint accepts', () => {
  expect(examples.length).toBeGreaterThan(80)
  const refused = examples.flatMap(({ line, call, input }) => {
    if (!call) return [`${line}: no such call`]
    const { error } = call.endpoint.input.safeParse(input)
    return error ? [`${line}: ${error.message}`] : []
  })
  expect(refused).toEqual([])
})

test('the example replies of the wire contract have no field that the endpoint does not send', () => {
  const unknown = examples.flatMap(({ line, call, replies }) => {
    if (!call) return []
    const schema = schemaOf(call.endpoint.data)
    return replies.flatMap((reply) => unknownIn(reply, [schema], schema).map((field) => `${line}: ${field}`))
  })
  expect(Object.keys(entities).length).toBeGreaterThan(9)
  expect([...new Set(unknown)]).toEqual([])
})

test('the wire contract names every call of the API outside the back office', () => {
  const named = new Set(examples.map(({ call }) => call))
  const rows = page.split('\n## 5. ')[1] ?? ''
  const missing = calls.filter((call) => !named.has(call) && !isNamedIn(rows, call))
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

function readExamples(text: string): Example[] {
  const found: Example[] = []
  const first = page.slice(0, page.indexOf(text)).split('\n').length
  for (const [at, line] of text.split('\n').entries()) {
    const [, method = '', url = ''] = /^(GET|POST|PUT|DELETE) (\/api\/\S+)$/.exec(line) ?? []
    const last = found.at(-1)
    if (url) found.push({ line: first + at, ...requestOf(method, url), replies: [] })
    else if (line.startsWith('> ') && last) Object.assign(last.input, JSON.parse(line.slice(2)))
    else if (line.startsWith('< {') && last) {
      const reply = JSON.parse(line.slice(2)) as { status: string; data?: unknown }
      if (reply.status === 'success') last.replies.push(expanded(reply.data))
    }
  }
  return found
}

/** The examples of section 2 by their names, such as `$Cart`. */
function readEntities(): Record<string, Record<string, unknown>> {
  const section = page.split('\n## 2. ')[1]?.split('\n## 3. ')[0] ?? ''
  const blocks = section.matchAll(/^(?:\$(\w+)(?: \/ \$(\w+))?.*:\n)?```json\n(.*)\n```/gm)
  const found: Record<string, Record<string, unknown>> = {}
  for (const [, name, other, json = ''] of blocks)
    if (name) found[name] = found[other ?? name] = JSON.parse(json)
    else found.ProductFull = { ...found.Product, ...JSON.parse(json) }
  found.Money = { amount: 149_900, currency: 'INR' }
  return found
}

/** With the example in place of each `"$Name"`; one inside itself is left out. */
function expanded(value: unknown, within: readonly string[] = []): unknown {
  if (typeof value === 'string' && value.startsWith('$')) {
    const name = value.slice(1)
    return within.includes(name) ? undefined : expanded(entities[name], [...within, name])
  }
  if (Array.isArray(value)) return value.map((item) => expanded(item, within))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, expanded(item, within)]))
}

function requestOf(method: string, url: string) {
  const { pathname, searchParams } = new URL(url, 'https://shop.example')
  const call = calls.find((one) => one.method === method && one.pattern.test(pathname))
  const params = Object.entries(call?.pattern.exec(pathname)?.groups ?? {}).filter(([, value]) => value)
  return { call, input: Object.fromEntries([...searchParams, ...params]) as Record<string, unknown> }
}

/** `/api/menu/:id` as a pattern; a parameter with `?` may be missing. */
function patternOf(path: string) {
  const source = path.replace(/\/:(\w+)\?/g, '(?:/(?<$1>[^/]+))?').replace(/:(\w+)/g, '(?<$1>[^/]+)')
  return new RegExp(`^${source}/?$`)
}

/** As `GET /api/menu/{id}`, also with a query or body, or `{A,B}` for one of two words. */
function isNamedIn(rows: string, { method, path }: Call) {
  const named = [...rows.matchAll(/`(GET|POST|PUT|DELETE) ([^`\s?]+)/g)].flatMap(([, verb, url = '']) => {
    const [, before = '', words, after = ''] = /^(.*)\{(\w+(?:,\w+)+)\}(.*)$/.exec(url) ?? []
    return (words?.split(',') ?? ['']).map((word) => `${verb} ${words ? before + word + after : url}`)
  })
  return named.includes(`${method} ${path.replace(/:(\w+)\??/g, '{$1}')}`)
}

type JsonSchema = {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
}

const schemaOf = (type: z.ZodType): JsonSchema =>
  JSON.parse(JSON.stringify(z.toJSONSchema(type, { unrepresentable: 'any', io: 'output' })))

/** Paths of fields of an example that none of the alternatives has. */
function unknownIn(
  example: unknown,
  alternatives: readonly JsonSchema[],
  root: JsonSchema,
  at = 'data',
): string[] {
  if (typeof example !== 'object' || example === null) return []
  const schemas = alternatives.flatMap((schema) => resolved(schema, root))
  if (Array.isArray(example))
    return example.flatMap((item, index) =>
      unknownIn(
        item,
        schemas.flatMap(({ items }) => items ?? []),
        root,
        `${at}.${index}`,
      ),
    )
  const isOpen = schemas.some(
    ({ properties, items, additionalProperties }) =>
      (additionalProperties !== undefined && additionalProperties !== false) || (!properties && !items),
  )
  return Object.entries(example).flatMap(([name, value]) => {
    const known = schemas.flatMap(({ properties }) => properties?.[name] ?? [])
    if (known.length > 0) return unknownIn(value, known, root, `${at}.${name}`)
    return isOpen ? [] : [`${at}.${name}`]
  })
}

function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const { $ref, anyOf, oneOf, allOf } = schema
  const target = $ref === '#' ? root : $ref && root.$defs?.[$ref.replace('#/$defs/', '')]
  const parts = [...(target ? [target] : []), ...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])]
  return parts.length > 0 ? parts.flatMap((part) => resolved(part, root)) : [schema]
}
