import { z } from 'zod'
import { declaredCodes } from '#contract/refusals.ts'
import type { Operation } from '#server/platform/kernel/pipeline.ts'
import type { Example } from '#server/platform/kernel/plugin.ts'
import { examples, replies } from './openapi-examples.ts'
import { failureReplies, failureSchema, statusesOf } from './openapi-failures.ts'
import { tagsOf } from './openapi-tags.ts'

type Json = Record<string, unknown>

/** What the page of the document reads of it. */
export type OpenApiDocument = Json & {
  paths: Record<string, Record<string, OpenApiCall>>
  components: Json & { schemas: Json }
  tags: readonly { name: string; description?: string | undefined }[]
}

export type OpenApiCall = Json & {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: Json & { content: Record<string, { schema: unknown; example?: unknown }> }
  responses: Record<string, Json & { content?: Record<string, { schema: unknown }> }>
}

/** The OpenAPI 3.1 document of every endpoint, generated from the schemas that the pipeline parses with. */
export function openApiDocument(operations: readonly Operation[], storeUrl: string): OpenApiDocument {
  const schemas: Json = { Failure: failureSchema }
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    // OpenAPI has no optional path parameter, so such an endpoint is listed twice.
    for (const path of pathsOf(operation.path)) {
      const at = paths[path] ?? {}
      paths[path] = at
      at[operation.method.toLowerCase()] = describe(operation, path, schemas)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine storefront API',
      version: '1',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: storeUrl, description: 'This shop' }],
    tags: tagsOf(operations),
    paths,
    components: {
      schemas,
      examples: Object.fromEntries(Object.entries(replies).map(([name, value]) => [name, { value }])),
      responses: failureReplies(),
      securitySchemes: { session: sessionScheme(storeUrl) },
    },
  }
}

const about = `Every reply is an envelope: \`status\`, \`message\` (a toast, when there is one), \`data\`. Money is an integer in the minor unit
of its currency, times are UTC.

A visitor needs no login: a cart belongs to the browser by its cookie. A login sets the session's cookie. Calls that change something must come
from the shop's own pages (\`Sec-Fetch-Site\` or \`Origin\`) and have a JSON body. While the store is closed or behind a password, most calls answer 403
\`STORE_LOCKED\`.`

/** Decisions §1.5. */
const sessionScheme = (storeUrl: string): Json => ({
  type: 'apiKey',
  in: 'cookie',
  name: storeUrl.startsWith('https:') ? '__Host-sid' : 'sid',
  description: 'The session of a logged-in customer, set by a login. Scripts cannot read it.',
})

function pathsOf(path: string): string[] {
  const whole = path.replace(/:(\w+)\??/g, '{$1}')
  return path.endsWith('?') ? [whole.replace(/\/\{\w+\}$/, ''), whole] : [whole]
}

function describe(operation: Operation, path: string, schemas: Json): OpenApiCall {
  const { group, name, method, endpoint, path: template } = operation
  const { request = {} } = exampleFor(operation)
  const exampleOf = (parameter: string) =>
    Object.hasOwn(request, parameter) ? { example: request[parameter] } : {}
  const input = schemaOf(endpoint.input, 'input', schemas)
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => String(parameter))
  const properties: Json = { ...input.properties }
  for (const [, parameter] of template.matchAll(/:(\w+)/g)) delete properties[String(parameter)]
  const required = (input.required ?? []).filter((field) => Object.hasOwn(properties, field))
  const isRead = method === 'GET' || method === 'DELETE'
  return {
    operationId: `${group}.${name}${path.includes('{') || !template.includes('?') ? '' : 'Default'}`,
    tags: [group],
    summary: endpoint.summary,
    description: descriptionOf(operation),
    security: securityOf(endpoint),
    parameters: [
      ...inPath.map((parameter) => ({
        name: parameter,
        in: 'path',
        required: true,
        schema: input.properties?.[parameter] ?? { type: 'string' },
        ...exampleOf(parameter),
      })),
      ...(isForm(endpoint) ? [{ ...formHeader, required: (endpoint.takesFiles ?? []).length > 0 }] : []),
      ...(isRead
        ? Object.entries(properties).map(([parameter, schema]) => ({
            name: parameter,
            in: 'query',
            required: required.includes(parameter),
            schema,
            ...exampleOf(parameter),
          }))
        : []),
    ],
    ...(!isRead && { requestBody: bodyOf(operation, properties, required) }),
    responses: responsesOf(operation, schemas),
    ...(declaredCodes(endpoint).length > 0 ? { 'x-refusals': declaredCodes(endpoint) } : {}),
  }
}

const exampleFor = ({ group, name, example }: Operation): Example =>
  example ?? examples[`${group}.${name}`] ?? {}

const isForm = ({ takesFiles = [], mayTakeFiles }: Operation['endpoint']) =>
  takesFiles.length > 0 || mayTakeFiles !== undefined

function bodyOf(operation: Operation, properties: Json, required: string[]): OpenApiCall['requestBody'] {
  const { endpoint } = operation
  const { takesFiles = [] } = endpoint
  const example = Object.entries(exampleFor(operation).request ?? {}).filter(([field]) =>
    Object.hasOwn(properties, field),
  )
  return {
    required: required.length > 0 || takesFiles.length > 0,
    content: {
      // A body that must have a file is never JSON.
      ...(takesFiles.length === 0 && {
        'application/json': {
          schema: { type: 'object', properties, required, additionalProperties: false },
          ...(example.length > 0 && { example: Object.fromEntries(example) }),
        },
      }),
      ...(isForm(endpoint) && {
        'multipart/form-data': { schema: formSchema(properties, required, endpoint) },
      }),
    },
  }
}

function responsesOf(operation: Operation, schemas: Json): OpenApiCall['responses'] {
  const { endpoint } = operation
  const { reply } = exampleFor(operation)
  const data =
    endpoint.data instanceof z.ZodUndefined ? undefined : schemaOf(endpoint.data, 'output', schemas)
  const envelope = () => ({
    type: 'object',
    required: data ? ['status', 'data'] : ['status'],
    properties: {
      status: { const: 'success' },
      message: { type: 'string' },
      ...(data && { data }),
      ...(endpoint.extra && schemaOf(endpoint.extra, 'output', schemas).properties),
    },
  })
  return {
    200: {
      description: 'OK',
      content: {
        'application/json': {
          schema: endpoint.bare ? data : envelope(),
          ...(reply !== undefined && { examples: { reply: exampleReply(reply) } }),
        },
        ...(endpoint.file && { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }),
      },
    },
    ...Object.fromEntries(
      statusesOf(operation).map((status) => [status, { $ref: `#/components/responses/E${status}` }]),
    ),
  }
}

const exampleReply = (reply: string | object) =>
  typeof reply === 'string' ? { $ref: `#/components/examples/${reply}` } : { value: reply }

/** A form of another site cannot send it. Security §8. */
const formHeader = {
  name: 'X-Requested-With',
  in: 'header',
  description: 'Any text; needed with a multipart body.',
  schema: { type: 'string' },
  example: 'fetch',
}

/** The fields and files of a form. Entries of a record are fields of their own: `values.email`. */
function formSchema(
  properties: Json,
  required: string[],
  { takesFiles = [], mayTakeFiles = [] }: Operation['endpoint'],
): Json {
  const isRecord = (schema: unknown) =>
    typeof schema === 'object' && schema !== null && Object.hasOwn(schema, 'additionalProperties')
  const records = Object.keys(properties).filter((field) => isRecord(properties[field]))
  const file = { type: 'string', format: 'binary' }
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.entries(properties).filter(([field]) => !records.includes(field))),
      ...Object.fromEntries(takesFiles.map((field) => [field, file])),
      ...Object.fromEntries(mayTakeFiles.map((field) => [field, { type: 'array', items: file }])),
    },
    required: [...required.filter((field) => !records.includes(field)), ...takesFiles],
    ...(records.length > 0 && {
      patternProperties: Object.fromEntries(
        records.map((field) => [`^${field}\\.`, { type: 'string', description: 'A text, or a file.' }]),
      ),
    }),
  }
}

/** Calls that work without a login, and for a customer do more, name both. */
function securityOf({ access = 'open', checksCredentials }: Operation['endpoint']): OpenApiCall['security'] {
  if (access !== 'open') return [{ session: [] }]
  return checksCredentials ? [{ session: [] }, {}] : []
}

/** Who may call, and what the shop's rules refuse: from the contract, so that it cannot be outdated. */
function descriptionOf({ endpoint, plugin }: Operation): string {
  const {
    access = 'open',
    checksCredentials,
    refusals = [],
    credentialRefusals = [],
    whileLocked,
    file,
  } = endpoint
  const codes = (list: readonly string[]) => list.map((code) => `\`${code}\``).join(', ')
  return [
    access !== 'open'
      ? 'Requires the session of a logged-in customer.'
      : checksCredentials
        ? 'For the customer by the session, for a guest by the token of the order.'
        : 'Open to every visitor.',
    whileLocked && 'Answered while the store is locked.',
    file && 'With `download=1` the reply is the file.',
    plugin && `Part of the plugin ${plugin}.`,
    credentialRefusals.length > 0 && `Wrong credentials (401): ${codes(credentialRefusals)}.`,
    refusals.length > 0 && `Refusals by rules of the shop: ${codes(refusals)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Schemas with an id (`.meta({ id })`) become components, so that the document defines them once. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): z.core.JSONSchema.BaseSchema {
  const options = { io, unrepresentable: 'any', reused: 'inline' } as const
  const { $defs, $schema: _, id, ...rest } = z.toJSONSchema(schema, options)
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = moved(definition)
  if (typeof id === 'string' && io === 'output') {
    schemas[id] = moved(rest)
    return { $ref: `#/components/schemas/${id}` }
  }
  return moved(rest)
}

const moved = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))
