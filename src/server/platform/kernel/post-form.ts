import { z } from 'zod'
import { ownValue } from '#contract/rules/own-value.ts'

export type Fields = Readonly<Record<string, string>>

/** The envelope of a call, as far as forms read it. */
export const FormReply = z.object({
  status: z.string(),
  code: z.string().optional(),
  message: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  data: z.unknown().optional(),
})
export type FormReply = z.infer<typeof FormReply>

/** A field of the data of a reply. */
export const fieldIn = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? ownValue<unknown>({ ...data }, name) : undefined

/** A call that a form makes. `fieldOf`: the form's name of a field of the call, where it differs. */
export type FormCall = {
  call: `${string}.${string}`
  input: Fields
  fieldOf?: (name: string) => string
}

/** What a form does, in terms of the contract's endpoints. */
export type FormRow = {
  /** The page with the form, unless the form names another one in `return_to`. */
  page: string
  /** The fields that the page shows again, with their errors beside them. */
  fields: readonly string[]
  /** In order; the first refusal ends them. */
  calls: (fields: Fields) => FormCall[]
  /** A file that a call stores first, with the named fields; what `read` takes from its reply is the value of `field`. */
  upload?: {
    file: string
    call: FormCall['call']
    input: readonly string[]
    field: string
    read: (data: unknown) => string
  }
  /**
   * Where a successful post leads; `sentTo` when a code was sent there and the form has to be sent again with it. A page of one visitor
   * can show a `notice` of the result.
   */
  next: (data: unknown, fields: Fields) => string | { sentTo: string } | { page: string; notice: string }
  /** The form is on any page, whose address its HTML does not know: `return_to` is that of the `Referer` header. */
  isOnAnyPage?: true
  /** Fields of the refusals that concern one, by code. */
  fieldOfCode?: Readonly<Record<string, string>>
  /** The page of a refusal that this one cannot resolve. */
  pageOf?: (refusal: FormReply) => string | undefined
  /** Errors by field that are known before any call; with an empty object the form is shown again with more fields. */
  check?: (fields: Fields) => Record<string, string> | null
  /** Of a refusal that is to be confirmed: what is sent again, and the label of its button. */
  confirm?: (refusal: FormReply, fields: Fields) => { values: Fields; again: string } | undefined
  /** What is saved although the form was refused; its own refusals do not matter. */
  keep?: (fields: Fields) => FormCall[]
  /** The next page's gate may lead back to the form, which then shows the posted values. */
  isSavedForGate?: true
  /** A code was sent there before. */
  sentTo?: (fields: Fields) => string | undefined
}

/** The calls of a form with one call, which gets the named fields. */
export const callWith =
  (call: FormCall['call'], names: readonly string[]) =>
  (fields: Fields): FormCall[] => [{ call, input: pick(fields, names) }]

export const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))
