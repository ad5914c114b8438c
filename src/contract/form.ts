import { z } from 'zod'
import { defineEndpoints } from './define-endpoints.ts'
import type { Routes } from './routes.ts'
import { fieldTypes } from './rules/validate-field.ts'
import { Id, IdOrSlug } from './shapes.ts'

const Limit = z.union([z.number(), z.string().max(10)])
const Flag = z.boolean().optional()

/** The rules of a field, as `rules/validate-field.ts` checks them. */
export const FieldRules = z
  .object({
    min: Limit.optional(),
    max: Limit.optional(),
    decimal: z.int().min(0).max(10).optional(),
    pattern: z.string().max(200).refine(isPattern, 'Not a regular expression').optional(),
    one_of: z.array(z.string()).optional(),
    same_as: z.string().optional(),
    length: z.int().min(4).max(15).optional(),
    mobile_code: z.string().optional(),
    numeric: Flag,
    integer: Flag,
    alpha: Flag,
    alpha_num: Flag,
    hex: Flag,
    url: Flag,
    email: Flag,
    date: Flag,
    ip: Flag,
    mac: Flag,
  })
  .meta({ id: 'FieldRules' })

export const FormField = z
  .object({
    id: Id,
    name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
    label: z.string().min(1),
    type: z.enum(fieldTypes),
    is_required: z.boolean(),
    placeholder: z.string(),
    options: z.array(z.object({ value: z.string(), label: z.string() })).nullable(),
    rules: FieldRules,
    /** Columns of twelve. */
    width: z.int().min(1).max(12),
  })
  .meta({ id: 'FormField' })

export const Form = z
  .object({
    /** Null for the form of a plugin. */
    id: Id.nullable(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    /** What submitting consents to, with links as in `[label](/path)`; null when it is no consent. */
    consent: z.string().nullable(),
    submit_label: z.string(),
    fields: z.array(FormField),
    /** Path of the call that takes the submission. */
    submit_path: z.string(),
    /** Names of values that links to the form's page may set in the query. */
    prefill: z.array(z.string()),
    /** Signed time of this reply, returned with the submission: a form that is filled within seconds was not typed. */
    started: z.string(),
  })
  .meta({ id: 'Form' })

/** The form of a plugin, under a slug of its own. */
export type PluginForm = Pick<
  Form,
  'name' | 'description' | 'submit_label' | 'submit_path' | 'prefill' | 'fields'
> & { consent?: string }

const Value = z.union([z.string().max(10_000), z.boolean(), z.number(), z.array(z.string().max(500)).max(50)])

/** Fields of every form that visitors without an account submit. `website` is hidden: only programs fill it in. */
export const formTraps = {
  website: z.string().max(500).default(''),
  started: z.string().max(100).optional(),
}

/** State of a form that was posted without scripts, for the page that shows it again. */
export const PostedState = z.object({
  /** Address that the form was posted to. */
  action: z.string(),
  is_sent: z.boolean(),
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  errors: z.record(z.string(), z.string()),
  message: z.string().nullable(),
})

export const formEndpoints = defineEndpoints<Routes['form']>()({
  get: {
    summary: 'A form with its fields and their rules',
    input: z.object({ id: IdOrSlug }),
    data: Form,
  },
  submit: {
    summary: 'Submits a form; also as multipart/form-data, with files, to the same address',
    input: z.object({ id: IdOrSlug, values: z.record(z.string().max(60), Value).default({}), ...formTraps }),
    data: z.object({ id: z.int() }),
    takesForm: true,
    // Those of its own fields of the type file: `values.<name>`.
    mayTakeFiles: [],
  },
  posted: {
    summary: 'What became of a form that was posted without scripts; null when it is unknown or expired',
    input: z.object({ token: z.string().min(1).max(100) }),
    data: PostedState.nullable(),
  },
})

function isPattern(source: string) {
  try {
    return Boolean(new RegExp(`^(?:${source})$`, 'u'))
  } catch {
    return false
  }
}

export type Form = z.output<typeof Form>
export type FormField = z.output<typeof FormField>
export type PostedState = z.output<typeof PostedState>
