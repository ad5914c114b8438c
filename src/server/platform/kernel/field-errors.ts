import type { z } from 'zod'
import { validationMessages as messages } from '#contract/rules/validation-messages.ts'
import { invalid } from './errors.ts'

type RawIssue = z.core.$ZodRawIssue

/**
 * The parsed input.
 * @throws 422 with the errors by field. A message of the schema's own is used where there is one, otherwise that of spec §5.
 */
export function parseFields<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input, specMessages)
  if (!parsed.success) throw invalid(fieldErrors(parsed.error))
  return parsed.data
}

/** Parse options: the messages of spec §5 for issues whose schema has no message of its own. */
export const specMessages = { error: messageOf }

/** Messages by field. A nested field is named `filters.price.min`. */
function fieldErrors(error: z.ZodError): Record<string, string[]> {
  // Not a plain object: a field may be called `constructor`.
  const errors = new Map<string, string[]>()
  const add = (field: string, message: string) => {
    const known = errors.get(field)
    if (!known) errors.set(field, [message])
    else if (!known.includes(message)) known.push(message)
  }
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add(field ? `${field}.${key}` : key, messages.unknown)
    else add(field || 'request', issue.message)
  }
  return Object.fromEntries(errors)
}

function messageOf(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return messages.required
      if (issue.expected === 'number') return messages.numeric
      if (issue.expected === 'int') return messages.integer
      return messages.invalid
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? messages.required : messages.minLength(Number(issue.minimum))
      // Of a positive integer zod names the excluded 0.
      return messages.min(Number(issue.minimum) + (issue.inclusive === false ? 1 : 0))
    case 'too_big':
      if (issue.origin === 'string') return messages.maxLength(Number(issue.maximum))
      return messages.max(Number(issue.maximum))
    case 'invalid_format':
      if (issue.format === 'email') return messages.email
      if (issue.format === 'url') return messages.url
      return messages.invalid
    default:
      return messages.invalid
  }
}
