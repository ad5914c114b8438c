import { z } from 'zod'
import { invalidStaffEmail } from '#contract/rules/email.ts'
import { type Path, valueAt } from './field-props.ts'

type Issue = z.core.$ZodIssue

/** A check of the values of one schema. An empty field is no error before the form is saved. */
export function createValidator(jsonSchema: object) {
  const schema = readSchema(jsonSchema)
  return (value: unknown) => issuesOf(schema, value)
}

/** A schema with keywords that zod cannot read is checked by the server alone. */
function readSchema(jsonSchema: object): z.ZodType {
  try {
    return z.fromJSONSchema({ ...jsonSchema })
  } catch {
    return z.unknown()
  }
}

/** `value`: for which the message was written. */
type FieldIssue = { path: Path; message: string; value: unknown }

/** The first error of each filled field, with its path: a format has its pattern too, and says less by it. */
function issuesOf(schema: z.ZodType, whole: unknown): FieldIssue[] {
  const { error } = schema.safeParse(whole)
  return (error?.issues ?? [])
    .flatMap((issue) => flatten(issue, []))
    .map((issue) => {
      const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
      return { path, message: messageOf(issue), value: valueAt(whole, path) }
    })
    .filter(({ value }) => !isEmpty(value))
    .filter(({ path }, at, all) => all.findIndex((other) => other.path.join('.') === path.join('.')) === at)
}

/** Of a union's alternatives, the errors of the one that the value comes closest to. */
function flatten(issue: Issue, prefix: PropertyKey[]): Issue[] {
  const path = [...prefix, ...issue.path]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path }]
  const closest = [...issue.errors].sort((a, b) => distanceOf(a) - distanceOf(b))[0] ?? []
  return closest.flatMap((inner) => flatten(inner, path))
}

/** Another constant at the discriminator, or another type, is further away than any number of wrong fields. */
const distanceOf = (issues: readonly Issue[]) =>
  issues.reduce(
    (sum, { code, path }) =>
      sum + (code === 'invalid_value' || (code === 'invalid_type' && path.length === 0) ? 100 : 1),
    0,
  )

function messageOf(issue: Issue): string {
  if (issue.code === 'too_small' && issue.origin === 'number') return `Use at least ${issue.minimum}`
  if (issue.code === 'too_big' && issue.origin === 'number') return `Use at most ${issue.maximum}`
  if (issue.code === 'too_small' && issue.origin === 'string')
    return `Use at least ${issue.minimum} characters`
  if (issue.code === 'too_big' && issue.origin === 'string') return `Use at most ${issue.maximum} characters`
  if (issue.code === 'too_small') return `Add at least ${issue.minimum}`
  if (issue.code === 'too_big') return `Keep at most ${issue.maximum}`
  if (issue.code === 'invalid_format' && issue.format === 'email') return invalidStaffEmail
  if (issue.code === 'invalid_format' && issue.format === 'url') return 'Enter a valid web address'
  if (issue.code === 'invalid_format') return 'This value does not have the expected format'
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'Enter a whole number'
  return 'This value is not allowed here'
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
