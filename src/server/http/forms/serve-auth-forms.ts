import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PostedForm } from '#contract/posted-form.ts'
import { targetOf } from '#contract/rules/redirect-target.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import type { CallReply } from '#server/platform/kernel/pipeline.ts'
import { type Fields, type FormReply, fieldIn } from '#server/platform/kernel/post-form.ts'
import type { FormCalls } from './form-calls.ts'
import { fieldsOf, redirectAfterPost, refusedForm, registerForms } from './posted-forms.ts'

/**
 * The login forms for browsers without scripts: a post runs the same call as the page's code, and answers with a
 * redirect. Accepted only from the shop's own pages. Decisions §1.6;
 * UX "Login / register / OTP / forgot" 1.
 */
export function serveAuthForms(
  app: FastifyInstance,
  calls: FormCalls,
  services: Pick<Services, 'config' | 'refusals'>,
) {
  const isSecure = services.config.storeUrl.startsWith('https:')

  registerForms(app, services, (forms) => {
    forms.post('/login', (request, reply) => enter('/login', request, reply))
    forms.post('/register', (request, reply) => enter('/register', request, reply))

    forms.post('/forgot-password', async (request, reply) => {
      const { email = '', redirect = '' } = fieldsOf(request)
      const { answered, body } = await call(request, 'reset', { email })
      if (body.status === 'success')
        return redirectTo(reply, answered, pathOf('/login', { mode: 'legacy', redirect }), noticeOf(body))
      return redirectTo(reply, answered, pathOf('/forgot-password', { redirect }), refusalOf(body, { email }))
    })

    forms.post<{ Params: { email: string; token: string } }>(
      '/account/reset-password/:email/:token',
      async (request, reply) => {
        const { email, token } = request.params
        const { password = '', password_confirmation = '' } = fieldsOf(request)
        const given = { email, token, password, password_confirmation }
        const { answered, body } = await call(request, 'resetComplete', given)
        if (body.status === 'success')
          return redirectTo(reply, answered, pathOf('/login', { mode: 'legacy' }), noticeOf(body))
        const back = `/account/reset-password/${encodeURIComponent(email)}/${encodeURIComponent(token)}`
        return redirectTo(reply, answered, `${back}?posted=1`, refusalOf(body, {}))
      },
    )

    forms.post('/logout', async (request, reply) => {
      const { answered } = await call(request, 'logout', {})
      return redirectTo(reply, answered, '/', null)
    })
  })

  /** Both pages have the same steps: send a code, verify it, or e-mail and password. */
  async function enter(page: '/login' | '/register', request: FastifyRequest, reply: FastifyReply) {
    const { form = '', mode = '', redirect = '', ...fields } = fieldsOf(request)
    const { input = '' } = fields
    if (form === 'send') {
      const { answered, body } = await call(request, 'otpRequest', { input })
      const isSent = body.status === 'success'
      const posted = isSent ? { ...blank, sentTo: input } : refusalOf(body, { input })
      return redirectTo(reply, answered, pathOf(page, { mode, redirect }), posted)
    }
    const { answered, body } = await call(request, ...callOf(page, form, fields))
    if (body.status === 'success') return redirectTo(reply, answered, targetOf(redirect), null)
    const posted = refusalOf(body, fields)
    return redirectTo(reply, answered, pathOf(page, { mode, redirect }), {
      ...posted,
      ...(form === 'verify' && { sentTo: input }),
    })
  }

  async function call(request: FastifyRequest, name: string, fields: Fields) {
    const answered = await calls.run(request, `auth.${name}`, fields)
    return { answered, body: answered.reply }
  }

  /** `posted`: the form state for the next page; null clears it. */
  function redirectTo(reply: FastifyReply, answered: CallReply, location: string, posted: PostedForm | null) {
    return redirectAfterPost(reply, answered, { location, posted, isSecure })
  }
}

function callOf(page: '/login' | '/register', form: string, fields: Fields): [string, Fields] {
  const { input = '', otp = '', email = '', password = '', remember_me, ...names } = fields
  if (form === 'verify') return ['otpVerify', { input, otp }]
  if (page === '/login') return ['login', { email, password, remember_me: String(remember_me === 'true') }]
  const { first_name = '', last_name = '', phone = '' } = names
  return ['register', { first_name, last_name, phone, email, password }]
}

const blank: PostedForm = { values: {}, errors: {}, message: null }

const noticeOf = ({ message }: FormReply): PostedForm => ({ ...blank, notice: message })

/** A wrong code says how many tries are left. */
function refusalOf(body: FormReply, fields: Fields): PostedForm {
  const posted = refusedForm(body, fields)
  const attempts_left = fieldIn(body.data, 'attempts_left')
  const left = attempts_left ? `. ${attempts_left} left` : ''
  return { ...posted, message: posted.message && posted.message + left }
}

/** `posted` marks the form state in the cookie as current; a plain link to the same form does not show it again. */
function pathOf(page: string, query: Record<string, string>) {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  return `${page}?${new URLSearchParams([...given, ['posted', '1']])}`
}
