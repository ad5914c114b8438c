import { z } from 'zod'
import { declaredCodes } from '#contract/refusals.ts'
import type { Operation } from '#server/kernel/pipeline.ts'

type Json = Record<string, unknown>

const failures: Record<string, string> = {
  400: 'Malformed request',
  401: 'Not logged in',
  403: 'The request did not come from the shop, or the store is locked',
  404: 'Unknown, or owned by another customer',
  409: 'Refused by a rule of the shop',
  413: 'Too large',
  415: 'Wrong content type',
  422: 'Field errors',
  429: 'Too many requests',
  500: 'Unexpected error',
  503: 'Overload, or the database is unavailable',
}

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
      description:
        'Every reply is an envelope: `status`, `message` (a toast, when there is one), `data`. Money is an integer in the minor unit of its currency.',
    },
    servers: [{ url: storeUrl }],
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.entries(failures).map(([status, description]) => [
          `E${status}`,
          {
            description,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
          },
        ]),
      ),
    },
  }
}

const failureSchema: Json = {
  type: 'object',
  required: ['status', 'code', 'message'],
  properties: {
    status: { const: 'error' },
    code: { type: 'string' },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    request_id: { type: 'string' },
  },
}

function pathsOf(path: string): string[] {
  const whole = path.replace(/:(\w+)\??/g, '{$1}')
  return path.endsWith('?') ? [whole.replace(/\/\{\w+\}$/, ''), whole] : [whole]
}

function describe(
  { group, name, method, endpoint, path: template }: Operation,
  path: string,
  schemas: Json,
): Json {
  const input = schemaOf(endpoint.input, 'input', schemas) as { properties?: Json; required?: string[] }
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => String(parameter))
  const properties = { ...input.properties }
  for (const [, parameter] of template.matchAll(/:(\w+)/g)) delete properties[String(parameter)]
  const required = (input.required ?? []).filter((field) => Object.hasOwn(properties, field))
  const isRead = method === 'GET' || method === 'DELETE'
  return {
    operationId: `${group}.${name}${path.includes('{') || !template.includes('?') ? '' : 'Default'}`,
    tags: [group],
    summary: endpoint.summary,
    parameters: [
      ...inPath.map((parameter) => ({
        name: parameter,
        in: 'path',
        required: true,
        schema: input.properties?.[parameter] ?? { type: 'string' },
      })),
      ...(isRead
        ? Object.entries(properties).map(([parameter, schema]) => ({
            name: parameter,
            in: 'query',
            required: required.includes(parameter),
            schema,
          }))
        : []),
    ],
    ...(isRead
      ? {}
      : {
          requestBody: {
            required: required.length > 0,
            content: {
              'application/json': {
                schema: { type: 'object', properties, required, additionalProperties: false },
              },
            },
          },
        }),
    responses: {
      200: {
        description: 'OK',
        content: {
          'application/json': { schema: endpoint.bare ? dataSchema() : success() },
          ...(endpoint.file && { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }),
        },
      },
      ...Object.fromEntries(
        statusesOf(method, endpoint).map((status) => [status, { $ref: `#/components/responses/E${status}` }]),
      ),
    },
    ...(declaredCodes(endpoint).length > 0 ? { 'x-refusals': declaredCodes(endpoint) } : {}),
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

function statusesOf(
  method: string,
  { input, refusals, access, checksCredentials, credentialRefusals }: Operation['endpoint'],
): string[] {
  const statuses = ['400', '422', '429', '500', '503']
  if (method !== 'GET') statuses.push('403', '413', '415')
  if (access === 'customer' || checksCredentials || credentialRefusals) statuses.push('401')
  if (refusals) statuses.push('409')
  // A call that names a record may not find it.
  if (method !== 'GET' || Object.keys(input.shape).length > 0) statuses.push('404')
  return [...new Set(statuses)].sort()
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
