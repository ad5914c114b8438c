import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { replyMessages } from '#contract/envelope.ts'
import { type PostedForm, postedFormCookie } from '#contract/posted-form.ts'
import { MAX_FILE_MB } from '#contract/rules/file-rules.ts'
import { validationMessages } from '#contract/rules/validation-messages.ts'
import type { CookieToSet, Services } from '#server/platform/kernel/context.ts'
import { ownOriginsOf, requireOwnOrigin } from '#server/platform/kernel/csrf.ts'
import type { ShopError } from '#server/platform/kernel/errors.ts'
import type { CallReply } from '#server/platform/kernel/pipeline.ts'
import type { Fields, FormReply } from '#server/platform/kernel/post-form.ts'
import { setCookieHeader } from '#server/platform/kernel/set-cookie.ts'
import { escapeHtml } from '#server/platform/notify/escape-html.ts'
import { visitorOf } from '#server/platform/sessions/session.ts'
import { asShopError } from '../as-shop-error.ts'
import { barePage } from '../bare-pages.ts'
import { noteRefusal } from '../note-refusal.ts'
import { type FormBody, readFormBody } from './form-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a post to a route of `registerForms`. */
    form?: FormBody
  }
}

/** Larger bodies need a `bodyLimit` of their route. */
const MAX_TEXT_FORM_BYTES = 16 * 1_024
const MAX_AGE_SECONDS = 300
/** Browsers drop cookies above 4,096 bytes, name and attributes included. */
const MAX_COOKIE_BYTES = 3_800
const MAX_VALUE_LENGTH = 500
const SECRETS = ['password', 'password_confirmation', 'otp', 'account_number']

/**
 * Registers routes for HTML forms, urlencoded or multipart, that accept posts from the shop's own pages only. Every form post of
 * the shop outside `/api` is registered here, except the one-click unsubscription of mail programs. Decisions §1.6; ADR 0026.
 */
export function registerForms(
  app: FastifyInstance,
  { config, refusals }: Pick<Services, 'config' | 'refusals'>,
  addRoutes: (forms: FastifyInstance) => void,
) {
  const ownOrigins = ownOriginsOf(config.storeUrl)
  app.register(async (forms) => {
    forms.decorateRequest('form')
    forms.removeAllContentTypeParsers()
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      forms.addContentTypeParser(
        type,
        { parseAs: 'buffer', bodyLimit: MAX_TEXT_FORM_BYTES },
        async (request: FastifyRequest, body: Buffer) => {
          request.form = await readFormBody(body, request.headers['content-type'])
        },
      )
    forms.addHook('onRequest', async (request) => requireOwnOrigin(request, ownOrigins))
    forms.setErrorHandler(async (error, request, reply) => {
      const shown = asShopError(error, request.id)
      const call = `${request.method} ${request.routeOptions.url ?? ''}`
      await noteRefusal(refusals, request, { call, visitor: visitorOf(request), code: shown.code })
      if (shown.httpStatus >= 500) throw error
      const { status, headers, body } = refusedPage(request, shown, backOf(request, ownOrigins))
      return reply.code(status).headers(headers).send(body)
    })
    addRoutes(forms)
  })
}

/** A post that was not read: the browser's own Back shows the form with its entries. */
function refusedPage({ headers }: FastifyRequest, { httpStatus, message }: ShopError, back: string) {
  const hasFiles = headers['content-type']?.startsWith('multipart/form-data')
  const lead = httpStatus === 413 && hasFiles ? validationMessages.fileSize(MAX_FILE_MB) : message
  return barePage(httpStatus, {
    title: 'The form was not sent',
    lead: escapeHtml(lead).markup,
    detail: `<p>Your browser’s back button keeps what you have entered.</p>
<p><a class="button" href="${escapeHtml(back).markup}">Start again</a></p>`,
  })
}

/** The page of the form, if it is one of the shop. */
function backOf({ headers: { referer = '' } }: FastifyRequest, ownOrigins: ReadonlySet<string>): string {
  if (!URL.canParse(referer)) return '/'
  const { origin, pathname, search } = new URL(referer)
  return ownOrigins.has(origin) ? pathname + search : '/'
}

export const bodyOf = ({ form }: FastifyRequest): FormBody => form ?? { texts: {}, files: [] }

/** The texts of a form without lists. */
export const fieldsOf = (request: FastifyRequest): Fields =>
  Object.fromEntries(
    Object.entries(bodyOf(request).texts).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  )

/** Path of the page with the form; its origin was checked with the post. */
export function refererOf({ headers: { referer } }: FastifyRequest): string {
  const url = referer && URL.canParse(referer) ? new URL(referer) : undefined
  return url ? url.pathname + url.search : '/'
}

type Redirect = {
  location: string
  /** The form state for the next page; null deletes it, without it the state stays. */
  posted?: PostedForm | null
  isSecure: boolean
}

/** Answers a post with a redirect to a page (303), with the cookies that the calls have set. */
export function redirectAfterPost(
  reply: FastifyReply,
  { cookies, clearsStorage }: Pick<CallReply, 'cookies' | 'clearsStorage'>,
  { location, posted, isSecure }: Redirect,
) {
  const state = posted === undefined ? [] : [postedCookie(posted)]
  for (const cookie of [...cookies, ...state])
    reply.header('set-cookie', setCookieHeader(cookie, { isSecure }))
  if (clearsStorage) reply.header('clear-site-data', '"storage"')
  return seeOther(reply, location)
}

export const seeOther = (reply: FastifyReply, location: string) =>
  reply.code(303).headers({ 'cache-control': 'no-store', location }).send()

/** The submitted values are shown in the form again, except secrets. */
export function refusedForm(
  { message = replyMessages.server, errors }: FormReply,
  fields: Fields,
): PostedForm {
  const first = firstErrors(errors)
  const isAtFields = Object.keys(first).length > 0
  return { values: shownValues(fields), errors: first, message: isAtFields ? null : message }
}

export const firstErrors = (errors: FormReply['errors'] = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([name, [first = '']]) => [name, first]))

export const shownValues = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !SECRETS.includes(name))
      .map(([name, value]) => [name, value.slice(0, MAX_VALUE_LENGTH)]),
  )

function postedCookie(posted: PostedForm | null): CookieToSet {
  const cookie = { name: postedFormCookie, isHttpOnly: true, isHostOnly: true }
  if (!posted) return { ...cookie, value: '', maxAgeSeconds: 0 }
  return { ...cookie, value: withinCookie(posted), maxAgeSeconds: MAX_AGE_SECONDS }
}

/** Leaves out the longest values while the cookie would be too large; errors are more important. */
function withinCookie(posted: PostedForm): string {
  const text = JSON.stringify(posted)
  if (encodeURIComponent(text).length <= MAX_COOKIE_BYTES) return text
  const [longest] = Object.entries(posted.values).sort(([, a], [, b]) => b.length - a.length)
  if (!longest)
    return JSON.stringify({ ...posted, errors: {}, message: posted.message ?? replyMessages.invalid })
  const { [longest[0]]: _, ...values } = posted.values
  return withinCookie({ ...posted, values })
}
