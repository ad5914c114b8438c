import type { ErrorSchema, RJSFSchema, ValidatorType } from '@rjsf/utils'
import { ErrorSchemaBuilder, toErrorList } from '@rjsf/utils'
import { z } from 'zod'
import { invalidStaffEmail } from '#contract/rules/email.ts'
import type { JsonSchema } from './prepare-schema.ts'
import './zod-without-eval.ts'

type Issue = z.core.$ZodIssue

/** RJSF's validator over zod, for one schema. An empty field is no error before the form is saved. */
export function createValidator(jsonSchema: JsonSchema): ValidatorType<unknown, RJSFSchema> {
  const schema = readSchema(jsonSchema)
  return {
    validateFormData(value) {
      const builder = new ErrorSchemaBuilder()
      for (const { path, message } of issuesOf(schema, value)) builder.addErrors(message, path)
      const errorSchema = builder.ErrorSchema as ErrorSchema
      return { errors: toErrorList(errorSchema), errorSchema }
    },
    // Which alternative of a union applies is decided by the form itself.
    isValid: () => true,
    rawValidation: (_schema, value) => ({ errors: issuesOf(schema, value) as never[] }),
  }
}

/** A schema with keywords that zod cannot read is checked by the server alone. */
function readSchema(jsonSchema: JsonSchema): z.ZodType {
  try {
    return z.fromJSONSchema(jsonSchema as never) as z.ZodType
  } catch {
    return z.unknown()
  }
}

type FieldIssue = { path: (string | number)[]; message: string }

/** The errors of the filled fields with their paths. */
export function issuesOf(schema: z.ZodType, value: unknown): FieldIssue[] {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? [])
    .flatMap((issue) => flatten(issue, []))
    .filter(({ path }) => !isEmpty(valueAt(value, path)))
    .map((issue) => ({ path: issue.path as (string | number)[], message: messageOf(issue) }))
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

const valueAt = (value: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value)

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
