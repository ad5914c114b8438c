import { z } from 'zod'
import { declaredCodes } from '#contract/refusals.ts'
import type { Operation } from '#server/platform/kernel/pipeline.ts'
import type { Example } from '#server/platform/kernel/plugin.ts'
import { examples, replies } from './openapi-examples.ts'
import { failureReplies, failureSchema, statusesOf } from './openapi-failures.ts'
import { tagsOf } from './openapi-tags.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of every endpoint, generated from the schemas that the pipeline parses with. */
export function openApiDocument(operations: readonly Operation[], storeUrl: string): Json {
  const schemas: Json = { Failure: failureSchema }
  const paths: Record<string, Json> = {}
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

function describe(operation: Operation, path: string, schemas: Json): Json {
  const { group, name, method, endpoint, path: template } = operation
  const { request = {}, reply }: Example = operation.example ?? examples[`${group}.${name}`] ?? {}
  const exampleOf = (parameter: string) =>
    Object.hasOwn(request, parameter) ? { example: request[parameter] } : {}
  const input = schemaOf(endpoint.input, 'input', schemas) as { properties?: Json; required?: string[] }
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => String(parameter))
  const properties = { ...input.properties }
  for (const [, parameter] of template.matchAll(/:(\w+)/g)) delete properties[String(parameter)]
  const required = (input.required ?? []).filter((field) => Object.hasOwn(properties, field))
  const { takesFiles = [], mayTakeFiles } = endpoint
  const isForm = takesFiles.length > 0 || mayTakeFiles !== undefined
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
      ...(isForm ? [{ ...formHeader, required: takesFiles.length > 0 }] : []),
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
    ...(isRead
      ? {}
      : {
          requestBody: {
            required: required.length > 0 || takesFiles.length > 0,
            content: {
              // A body that must have a file is never JSON.
              ...(takesFiles.length === 0 && {
                'application/json': {
                  schema: { type: 'object', properties, required, additionalProperties: false },
                  ...bodyExample(),
                },
              }),
              ...(isForm && {
                'multipart/form-data': { schema: formSchema(properties, required, endpoint) },
              }),
            },
          },
        }),
    responses: {
      200: {
        description: 'OK',
        content: {
          'application/json': { schema: endpoint.bare ? dataSchema() : success(), ...replyExample() },
          ...(endpoint.file && { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }),
        },
      },
      ...Object.fromEntries(
        statusesOf(operation).map((status) => [status, { $ref: `#/components/responses/E${status}` }]),
      ),
    },
    ...(declaredCodes(endpoint).length > 0 ? { 'x-refusals': declaredCodes(endpoint) } : {}),
  }

  function bodyExample() {
    const body = Object.entries(request).filter(([field]) => Object.hasOwn(properties, field))
    return body.length > 0 ? { example: Object.fromEntries(body) } : {}
  }

  function replyExample() {
    if (reply === undefined) return {}
    return {
      examples: {
        reply: typeof reply === 'string' ? { $ref: `#/components/examples/${reply}` } : { value: reply },
      },
    }
  }

  function dataSchema() {
    return schemaOf(endpoint.data, 'output', schemas)
  }

  function success(): Json {
    const extra = endpoint.extra
      ? ((schemaOf(endpoint.extra, 'output', schemas) as { properties?: Json }).properties ?? {})
      : {}
    const hasData = !(endpoint.data instanceof z.ZodUndefined)
    return {
      type: 'object',
      required: hasData ? ['status', 'data'] : ['status'],
      properties: {
        status: { const: 'success' },
        message: { type: 'string' },
        ...(hasData ? { data: dataSchema() } : {}),
        ...extra,
      },
    }
  }
}

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
  const isRecord = (schema: unknown) => Object.hasOwn(schema as object, 'additionalProperties')
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
function securityOf({ access = 'open', checksCredentials }: Operation['endpoint']): Json[] {
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
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const {
    $defs,
    $schema: _,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json & { $defs?: Json }
  const { id, ...rest } = json as Json & { id?: string }
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = moved(definition)
  if (typeof id === 'string' && io === 'output') {
    schemas[id] = moved(rest)
    return { $ref: `#/components/schemas/${id}` }
  }
  return moved(rest) as Json
}

const moved = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))
