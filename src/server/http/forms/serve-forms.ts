import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type FormName, formAction, type PostedForm } from '#contract/posted-form.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { targetOf } from '#contract/rules/redirect-target.ts'
import type { CookieToSet, Services } from '#server/platform/kernel/context.ts'
import {
  type Fields,
  type FormCall,
  type FormReply,
  type FormRow,
  fieldIn,
  pick,
} from '#server/platform/kernel/post-form.ts'
import { addEndpointForms } from './endpoint-forms.ts'
import { MAX_FILE_FORM_BYTES } from './form-body.ts'
import type { FormCalls } from './form-calls.ts'
import { formInput } from './form-input.ts'
import { formTable } from './form-table.ts'
import {
  bodyOf,
  fieldsOf,
  redirectAfterPost,
  refererOf,
  refusedForm,
  registerForms,
  shownValues,
} from './posted-forms.ts'

type Outcome = { location: string; posted: PostedForm | null; cookies: CookieToSet[] }

/**
/**
 * Serves the forms of the shop for browsers without JavaScript: a post runs the calls of its row in `formTable`, or of an installed
 * plugin, through the same limits and pipeline as HTTP, and is answered with a redirect. Endpoints with `takesForm` need no row. ADR
 * 0026.
 */
export function serveForms(
  app: FastifyInstance,
  calls: FormCalls,
  services: Pick<Services, 'config' | 'db' | 'plugins' | 'refusals'>,
) {
  const { config } = services
  const isSecure = config.storeUrl.startsWith('https:')

  registerForms(app, services, (forms) => {
    const ofPlugins = services.plugins.installed.map(({ postForms }) => postForms)
    const rows: Record<FormName, FormRow> = Object.assign({}, ...ofPlugins, formTable)
    for (const name of keysOf(rows)) {
      const options = rows[name].upload ? { bodyLimit: MAX_FILE_FORM_BYTES } : {}
      forms.post(formAction(name), options, async (request, reply) => {
        const { location, posted, cookies } = await submit(name, rows[name], request)
        return redirectAfterPost(reply, { cookies }, { location, posted, isSecure })
      })
    }
    addEndpointForms(forms, { calls, services })
  })

  async function submit(name: FormName, row: FormRow, request: FastifyRequest): Promise<Outcome> {
    const given = row.isOnAnyPage
      ? { return_to: refererOf(request), ...fieldsOf(request) }
      : fieldsOf(request)
    const cookies: CookieToSet[] = []
    const uploaded = await upload(row, given, request)
    if (uploaded.refusal) return refuse(name, row, { fields: given, reply: uploaded.refusal, cookies })
    const { fields } = uploaded
    const missing = row.check?.(fields)
    if (missing) {
      await runSteps(calls, row.keep?.(fields) ?? [], request, cookies)
      const posted = { form: name, values: valuesOf(row, fields), errors: missing, message: null }
      return { location: postedPage(pageOf(row, fields)), posted, cookies }
    }
    const { reply, call, lostCoupon } = await runSteps(calls, row.calls(fields), request, cookies)
    if (reply.status !== 'success') {
      if (reply.code !== 'UNAUTHENTICATED') await runSteps(calls, row.keep?.(fields) ?? [], request, cookies)
      return refuse(name, row, { fields, reply, call, cookies })
    }
    const next = row.next(reply.data, fields)
    const state = { form: name, values: valuesOf(row, fields), errors: {}, message: lostCoupon }
    if (typeof next !== 'string')
      return {
        location: postedPage('page' in next ? next.page : row.page),
        posted: 'page' in next ? { ...state, notice: next.notice } : { ...state, ...next },
        cookies,
      }
    const location = targetOf(next, row.page)
    if (row.isSavedForGate || lostCoupon) return { location: postedPage(location), posted: state, cookies }
    return { location, posted: null, cookies }
  }

  /** Stores the file of a form by the call of its row, and adds the reply to the fields. */
  async function upload(
    { upload: wanted }: FormRow,
    fields: Fields,
    request: FastifyRequest,
  ): Promise<{ fields: Fields; refusal?: FormReply }> {
    const files = bodyOf(request).files.filter(({ name }) => name === wanted?.file)
    // The plugin that takes the file is not installed.
    const operation = wanted && calls.find(wanted.call)
    if (!wanted || !operation || files.length === 0) return { fields }
    const input = formInput(operation.endpoint.input, pick(fields, wanted.input))
    const { reply } = await calls.runInput(request, operation, input, files)
    if (reply.status !== 'success') return { fields, refusal: reply }
    return { fields: { ...fields, [wanted.field]: wanted.read(reply.data) } }
  }
}

/** Runs the calls in order up to the first refusal; returns the last reply, and why a coupon was removed on the way. */
async function runSteps(
  calls: FormCalls,
  steps: readonly FormCall[],
  request: FastifyRequest,
  cookies: CookieToSet[],
) {
  let last: { reply: FormReply; call?: FormCall } = { reply: { status: 'success' } }
  let lostCoupon: string | null = null
  for (const call of steps) {
    const answered = await calls.run(request, call.call, call.input)
    cookies.push(...answered.cookies)
    last = { reply: answered.reply, call }
    if (last.reply.status !== 'success') break
    const notice = fieldIn(last.reply.data, 'coupon_notice')
    if (typeof notice === 'string') lostCoupon ??= notice
  }
  return { ...last, lostCoupon }
}

type Refused = { fields: Fields; reply: FormReply; call?: FormCall | undefined; cookies: CookieToSet[] }

/** Leads to the page that explains a refusal; a guest who needs an account, to the login page. */
function refuse(name: FormName, row: FormRow, { fields, reply, call, cookies }: Refused): Outcome {
  if (reply.code === 'UNAUTHENTICATED') {
    const back = new URLSearchParams({ redirect: pageOf(row, fields) })
    return { location: `/login?${back}`, posted: null, cookies }
  }
  const confirmed = row.confirm?.(reply, fields)
  const posted = {
    form: name,
    ...refusalOf(row, reply, fields, call),
    ...(confirmed && { ...confirmed, values: shownValues(confirmed.values) }),
  }
  return { location: postedPage(row.pageOf?.(reply) ?? pageOf(row, fields)), posted, cookies }
}

const pageOf = ({ page }: FormRow, { return_to }: Fields) => targetOf(return_to, page)

/** `posted` marks the form state in the cookie as current; a plain link to the page does not show it again. */
function postedPage(page: string) {
  const url = new URL(page, 'http://shop')
  url.searchParams.set('posted', '1')
  return url.pathname + url.search
}

const valuesOf = ({ fields: names }: FormRow, fields: Fields) => shownValues(pick(fields, names))

/** Errors of fields that the page shows are beside them; everything else is its message. */
function refusalOf(row: FormRow, reply: FormReply, fields: Fields, call: FormCall | undefined) {
  const { errors, message } = refusedForm(reply, {})
  const fieldOf = call?.fieldOf ?? ((name: string) => name)
  const entries = Object.entries(errors).map(([name, text]) => [fieldOf(name), text] as const)
  const shown = entries.filter(([name]) => row.fields.includes(name))
  const elsewhere = entries.find(([name]) => !row.fields.includes(name))
  const ownField = row.fieldOfCode?.[reply.code ?? ''] ?? methodField(row, reply)
  const sentTo = row.sentTo?.(fields)
  return {
    values: valuesOf(row, fields),
    errors: Object.fromEntries(ownField && message ? [[ownField, message]] : shown),
    message: ownField ? null : (elsewhere?.[1] ?? message),
    ...(sentTo === undefined ? {} : { sentTo }),
  }
}

/** The gate of the payment step names the method that was not chosen. Spec §5 (checkout gate, 3). */
function methodField({ fields }: FormRow, { data, message = '' }: FormReply): string | undefined {
  if (fieldIn(data, 'step') !== 'payment') return undefined
  const field = message.startsWith('Payment') ? 'payment_method' : 'shipping_method'
  return fields.includes(field) ? field : undefined
}
