import type { z } from 'zod'

/** Zod's findings by field, in the words of the spec's section 5. A nested field is named `filters.price.min`. */
export function fieldErrors(error: z.ZodError): Record<string, string[]> {
  // No plain object: a field may be called `constructor`.
  const errors = new Map<string, string[]>()
  const add = (field: string, message: string) => {
    const known = errors.get(field)
    if (!known) errors.set(field, [message])
    else if (!known.includes(message)) known.push(message)
  }
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.')
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add(field ? `${field}.${key}` : key, 'This field is not known')
    else add(field || 'request', wordsOf(issue))
  }
  return Object.fromEntries(errors)
}

function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required'
      if (issue.expected === 'number') return 'The value must be numeric'
      if (issue.expected === 'int') return 'The value must be an integer'
      return 'This field is not valid'
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1
          ? 'This field is required'
          : `The value length should be at least ${issue.minimum}`
      return `The value must be at least ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `The value length should not exceed ${issue.maximum}`
      return `The value must not be above ${issue.maximum}`
    case 'invalid_format':
      if (issue.format === 'email') return 'The value must be an valid email address'
      if (issue.format === 'url') return 'The value is not a valid URL address'
      return 'This field is not valid'
    default:
      return issue.code === 'custom' && issue.message ? issue.message : 'This field is not valid'
  }
}
