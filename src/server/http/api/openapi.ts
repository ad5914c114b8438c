import { z } from 'zod'
import { declaredCodes } from '#contract/refusals.ts'
import type { Operation } from '#server/platform/kernel/pipeline.ts'
import type { Example } from '#server/platform/kernel/plugin.ts'
import { adminExamples } from './openapi-admin-examples.ts'
import type { Audience } from './openapi-audiences.ts'
import { examples } from './openapi-examples.ts'
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
  parameters: { name: string; in: string; required: boolean; schema: unknown; example?: unknown }[]
  requestBody?: Json & { content: Record<string, { schema: unknown; example?: unknown }> }
  responses: Record<string, Json & { content?: Record<string, { schema: unknown }> }>
}

/** The OpenAPI 3.1 document of the endpoints of an audience, generated from the schemas that the pipeline parses with. */
export function openApiDocument(
  all: readonly Operation[],
  storeUrl: string,
  audience: Audience,
): OpenApiDocument {
  const operations = all.filter(audience.has)
  const schemas: Json = { Failure: failureSchema }
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of operations) {
    // OpenAPI has no optional path parameter, so such an endpoint is listed twice.
    for (const path of pathsOf(operation.path)) {
      const at = paths[path] ?? {}
      paths[path] = at
      at[operation.method.toLowerCase()] = describe(operation, path, { schemas, audience })
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: audience.title,
      version: '1',
      description: audience.about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: storeUrl, description: 'This shop' }],
    tags: tagsOf(operations),
    paths,
    components: {
      schemas,
      examples: Object.fromEntries(
        Object.entries(audience.replies).map(([name, value]) => [name, { value }]),
      ),
      responses: failureReplies(audience.failures),
      securitySchemes: audience.schemes(storeUrl),
    },
  }
}

function pathsOf(path: string): string[] {
  const whole = path.replace(/:(\w+)\??/g, '{$1}')
  return path.endsWith('?') ? [whole.replace(/\/\{\w+\}$/, ''), whole] : [whole]
}

type Parts = { schemas: Json; audience: Audience }

function describe(operation: Operation, path: string, { schemas, audience }: Parts): OpenApiCall {
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
    description: descriptionOf(operation, audience),
    security: audience.securityOf(endpoint),
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
    ...(endpoint.permission && { 'x-permission': endpoint.permission }),
  }
}

const exampleFor = ({ group, name, example }: Operation): Example =>
  example ?? examples[`${group}.${name}`] ?? adminExamples[`${group}.${name}`] ?? {}

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
        ...(!isFileOnly(endpoint) && {
          'application/json': {
            schema: endpoint.bare ? data : envelope(),
            ...(reply !== undefined && { examples: { reply: exampleReply(reply) } }),
          },
        }),
        ...(endpoint.file && { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } }),
      },
    },
    ...Object.fromEntries(
      statusesOf(operation).map((status) => [status, { $ref: `#/components/responses/E${status}` }]),
    ),
  }
}

/** The files of the shop's own pages may also be requested as data. */
const isFileOnly = ({ file, input }: Operation['endpoint']) =>
  file !== undefined && !Object.hasOwn(input.shape, 'download')

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

/** Who may call, and what the shop's rules refuse: from the contract, so that it cannot be outdated. */
function descriptionOf({ endpoint, plugin }: Operation, { accessOf }: Audience): string {
  const { access, refusals = [], credentialRefusals = [], whileLocked, file } = endpoint
  const codes = (list: readonly string[]) => list.map((code) => `\`${code}\``).join(', ')
  return [
    accessOf(endpoint),
    // Of the back office every call is.
    whileLocked && access !== 'staff' && 'Answered while the store is locked.',
    file && (isFileOnly(endpoint) ? 'The reply is a file.' : 'With `download=1` the reply is the file.'),
    plugin && `Part of the plugin ${plugin}.`,
    credentialRefusals.length > 0 && `Wrong credentials (401): ${codes(credentialRefusals)}.`,
    refusals.length > 0 && `Refusals by rules of the shop: ${codes(refusals)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Schemas with an id (`.meta({ id })`) become components, so that the document defines them once. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): z.core.JSONSchema.BaseSchema {
  const options = { io, unrepresentable: 'any', reused: 'inline', override: asJsonSchema } as const
  const { $defs, $schema: _, id, ...rest } = z.toJSONSchema(schema, options)
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = moved(definition)
  if (typeof id === 'string' && io === 'output') {
    schemas[id] = moved(rest)
    return { $ref: `#/components/schemas/${id}` }
  }
  return moved(rest)
}

/** Meta of schemas that is for the back office's forms is no part of JSON Schema; records with fixed names have properties. */
function asJsonSchema({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }) {
  for (const hint of Object.keys(z.globalRegistry.get(zodSchema) ?? {}))
    if (!['id', 'title', 'description'].includes(hint)) delete jsonSchema[hint]
  const { required, properties, additionalProperties } = jsonSchema
  if (Array.isArray(required) && !properties && additionalProperties)
    jsonSchema.properties = Object.fromEntries(required.map((name) => [name, additionalProperties]))
}

const moved = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))
