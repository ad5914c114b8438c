import { ownValue } from '#contract/rules/own-value.ts'
import type { Operation } from '#server/platform/kernel/pipeline.ts'

type Json = Record<string, unknown>

const descriptions: Record<string, string> = {
  400: 'Malformed request',
  401: 'Not logged in',
  403: 'The request did not come from the shop, or the store is locked',
  404: 'Unknown, or owned by another customer; of a plugin, also while it is not active',
  409: 'Refused by a rule of the shop',
  413: 'Too large',
  415: 'Wrong content type',
  422: 'Field errors',
  429: 'Too many requests',
  500: 'Unexpected error',
  503: 'Overload, or the database is unavailable',
}

/** What a failure means to some callers, where it is not what it means to visitors. By HTTP status. */
export type FailureTexts = Readonly<Record<string, { description: string; code: string; message: string }>>

/** The replies of failed calls, `E404` and so on, which operations refer to. */
export const failureReplies = (texts: FailureTexts): Json =>
  Object.fromEntries(Object.keys(descriptions).map((status) => [`E${status}`, failure(status, texts)]))

function failure(status: string, texts: FailureTexts): Json {
  const { description = ownValue(descriptions, status), ...example } = ownValue(texts, status) ?? {
    ...ownValue(examples, status),
  }
  return {
    description,
    ...(['429', '503'].includes(status) && {
      headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 0 } } },
    }),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Failure' },
        example: { status: 'error', ...example },
      },
    },
  }
}

export const failureSchema: Json = {
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

/** The statuses of the failures that a call may answer with. */
export function statusesOf({ method, plugin, endpoint }: Operation): string[] {
  const { input, refusals, access, checksCredentials, credentialRefusals, whileLocked } = endpoint
  const needsLogin = access === 'customer' || access === 'staff'
  const statuses = ['400', '422', '429', '500', '503']
  if (method !== 'GET') statuses.push('403', '413', '415')
  if (whileLocked !== true || access === 'staff') statuses.push('403')
  if (plugin) statuses.push('404')
  if (needsLogin || checksCredentials || credentialRefusals) statuses.push('401')
  if (refusals) statuses.push('409')
  // A call that names a record may not find it.
  if (method !== 'GET' || Object.keys(input.shape).length > 0) statuses.push('404')
  return [...new Set(statuses)].sort()
}

/** By HTTP status. Decisions §1.4. */
const examples: Readonly<
  Record<string, { description?: string; code: string; message: string; [field: string]: unknown }>
> = {
  400: { code: 'BAD_REQUEST', message: 'The request is malformed' },
  401: { code: 'UNAUTHENTICATED', message: 'Please log in first' },
  403: { code: 'STORE_LOCKED', message: 'The store is closed at the moment' },
  404: { code: 'NOT_FOUND', message: 'Not found' },
  409: { code: 'OUT_OF_STOCK', message: 'Only 14 left in stock' },
  413: { code: 'BAD_REQUEST', message: 'This request is too large' },
  415: { code: 'BAD_REQUEST', message: 'Send the body as application/json' },
  422: {
    code: 'VALIDATION',
    message: 'The given data was invalid.',
    errors: { email: ['The value must be an valid email address'] },
  },
  429: { code: 'RATE_LIMITED', message: 'Maximum attempt reached. Please try again later' },
  500: { code: 'SERVER', message: 'An unexpected error occurred.', request_id: 'req-1' },
  503: { code: 'UNAVAILABLE', message: 'Please try again in a moment' },
}
