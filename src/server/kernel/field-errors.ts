import type { z } from 'zod'
import { validationMessages as messages } from '#contract/rules/validation-messages.ts'

/** Zod's issues by field, with the messages of the spec's section 5. A nested field is named `filters.price.min`. */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
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
    else add(field || 'request', wordsOf(issue))
  }
  return Object.fromEntries(errors)
}

function wordsOf(issue: z.core.$ZodIssue): string {
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
      return issue.code === 'custom' && issue.message ? issue.message : messages.invalid
  }
}
