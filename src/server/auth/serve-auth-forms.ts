import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { words } from '#contract/envelope.ts'
import { type PostedForm, postedFormCookie } from '#contract/posted-form.ts'
import { targetOf } from '#contract/rules/redirect-target.ts'
import type { CookieToSet, Services } from '../http/context.ts'
import { ownOriginsOf, requireOwnOrigin } from '../http/csrf.ts'
import { ShopError } from '../http/errors.ts'
import type { Answered, Pipeline } from '../http/serve.ts'
import { readVisitor } from '../http/session.ts'
import { setCookieHeader } from '../http/set-cookie.ts'

type Fields = Record<string, string>

type Reply = {
  status?: string
  message?: string
  errors?: Record<string, string[]>
  data?: { attempts_left?: number }
}

const MAX_BODY = 16 * 1_024
const SECRETS = ['password', 'password_confirmation', 'otp']

/**
 * The forms of logging in for browsers without scripts: a post runs the very call that the page's code would make, and answers
 * with a redirect. Only from the shop's own pages. Decisions §1.6; ux.md (login).
 */
export function serveAuthForms(
  app: FastifyInstance,
  pipeline: Pipeline,
  services: Pick<Services, 'config' | 'db'>,
) {
  const { config } = services
  const ownOrigins = ownOriginsOf(config.storeUrl)
  const isSecure = config.storeUrl.startsWith('https:')

  app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BODY },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    forms.addHook('onRequest', async (request) => requireOwnOrigin(request, ownOrigins))
    forms.setErrorHandler((error, _request, reply) =>
      reply
        .code(error instanceof ShopError ? error.httpStatus : 400)
        .type('text/plain; charset=utf-8')
        .send('This request could not be read'),
    )

    forms.post('/login', (request, reply) => enter('/login', request, reply))
    forms.post('/register', (request, reply) => enter('/register', request, reply))

    forms.post('/forgot-password', async (request, reply) => {
      const { email = '', redirect = '' } = fieldsOf(request)
      const { answered, body } = await call(request, 'reset', { email })
      if (body.status === 'success')
        return go(reply, answered, pathOf('/login', { mode: 'legacy', redirect }), noticeOf(body))
      return go(reply, answered, pathOf('/forgot-password', { redirect }), refusalOf(body, { email }))
    })

    forms.post<{ Params: { email: string; token: string } }>(
      '/account/reset-password/:email/:token',
      async (request, reply) => {
        const { email, token } = request.params
        const { password = '', password_confirmation = '' } = fieldsOf(request)
        const given = { email, token, password, password_confirmation }
        const { answered, body } = await call(request, 'resetComplete', given)
        if (body.status === 'success')
          return go(reply, answered, pathOf('/login', { mode: 'legacy' }), noticeOf(body))
        const back = `/account/reset-password/${encodeURIComponent(email)}/${encodeURIComponent(token)}`
        return go(reply, answered, `${back}?posted=1`, refusalOf(body, {}))
      },
    )

    forms.post('/logout', async (request, reply) => {
      const { answered } = await call(request, 'logout', {})
      return go(reply, answered, '/', null)
    })
  })

  /** Both pages know the same three steps: send a code, verify it, or e-mail and password. */
  async function enter(page: '/login' | '/register', request: FastifyRequest, reply: FastifyReply) {
    const { form = '', mode = '', redirect = '', ...fields } = fieldsOf(request)
    const { input = '' } = fields
    if (form === 'send') {
      const { answered, body } = await call(request, 'otpRequest', { input })
      const isSent = body.status === 'success'
      const posted = isSent ? { ...blank, sentTo: input } : refusalOf(body, { input })
      return go(reply, answered, pathOf(page, { mode, redirect }), posted)
    }
    const { answered, body } = await call(request, ...callOf(page, form, fields))
    if (body.status === 'success') return go(reply, answered, targetOf(redirect), null)
    const posted = refusalOf(body, fields)
    return go(reply, answered, pathOf(page, { mode, redirect }), {
      ...posted,
      ...(form === 'verify' && { sentTo: input }),
    })
  }

  async function call(request: FastifyRequest, name: string, input: Record<string, unknown>) {
    const visitor = await readVisitor(services, request)
    const answered = await pipeline.run({ group: 'auth', name, input, visitor, requestId: request.id })
    return { answered, body: answered.body as Reply }
  }

  /** `posted`: what the next page shall know; null makes it forget. */
  function go(reply: FastifyReply, answered: Answered, location: string, posted: PostedForm | null) {
    const cookies = [...answered.cookies, postedCookie(posted)]
    for (const cookie of cookies) reply.header('set-cookie', setCookieHeader(cookie, { isSecure }))
    if (answered.clearsStorage) reply.header('clear-site-data', '"storage"')
    return reply.code(303).headers({ 'cache-control': 'no-store', location }).send()
  }
}

function callOf(
  page: '/login' | '/register',
  form: string,
  fields: Fields,
): [string, Record<string, unknown>] {
  const { input = '', otp = '', email = '', password = '', remember_me, ...names } = fields
  if (form === 'verify') return ['otpVerify', { input, otp }]
  if (page === '/login') return ['login', { email, password, remember_me: remember_me === 'true' }]
  const { first_name = '', last_name = '', phone = '' } = names
  return ['register', { first_name, last_name, phone, email, password }]
}

function fieldsOf({ body }: FastifyRequest): Fields {
  return body instanceof URLSearchParams ? Object.fromEntries(body) : {}
}

const blank: PostedForm = { values: {}, errors: {}, message: null }

const noticeOf = ({ message }: Reply): PostedForm => ({ ...blank, notice: message })

/** What was typed goes back into the form, but for secrets. */
function refusalOf({ message = words.server, errors = {}, data }: Reply, fields: Fields): PostedForm {
  const values = Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !SECRETS.includes(name))
      .map(([name, value]) => [name, value.slice(0, 200)]),
  )
  const firsts = Object.fromEntries(Object.entries(errors).map(([name, [first = '']]) => [name, first]))
  const left = data?.attempts_left ? `. ${data.attempts_left} left` : ''
  const said = Object.keys(firsts).length > 0 ? null : message + left
  return { values, errors: firsts, message: said }
}

function postedCookie(posted: PostedForm | null): CookieToSet {
  const cookie = { name: postedFormCookie, isHttpOnly: true, isHostOnly: true }
  if (!posted) return { ...cookie, value: '', maxAgeSeconds: 0 }
  return { ...cookie, value: JSON.stringify(posted), maxAgeSeconds: 300 }
}

/** `posted` tells the page that what the cookie says is news; a link to the same form does not bring it up again. */
function pathOf(page: string, query: Record<string, string>) {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  return `${page}?${new URLSearchParams([...given, ['posted', '1']])}`
}
