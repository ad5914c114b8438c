import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isUnanswered, parseChoices, preferencesCookie } from '#contract/cookie-preferences.ts'
import { targetOf } from '#contract/rules/redirect-target.ts'
import type { CookieEntry, Storefront } from '#contract/storefront.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { escapeHtml } from '#server/platform/notify/escape-html.ts'
import { visitorOf } from '#server/platform/sessions/session.ts'
import { barePage } from '../bare-pages.ts'
import type { FormCalls } from '../forms/form-calls.ts'
import {
  bodyOf,
  fieldsOf,
  redirectAfterPost,
  refererOf,
  registerForms,
  seeOther,
} from '../forms/posted-forms.ts'

const PATH = '/cookie-preferences'

/**
 * The cookie banner for browsers without scripts: the stylesheet that shows it to visitors who have not answered, the post of its
 * buttons, and a page with the preferences. ADR 0028.
 */
export function serveCookiePreferences(
  app: FastifyInstance,
  calls: FormCalls,
  services: Pick<Services, 'config' | 'refusals'>,
) {
  const isSecure = services.config.storeUrl.startsWith('https:')

  async function readStorefront(request: FastifyRequest) {
    const { body } = await calls.run(request, 'storefront.all', {})
    return (body as { data: Storefront }).data
  }

  app.get('/cookie-banner.css', async (request, reply) => {
    const data = await readStorefront(request)
    const needsChoice =
      data.is_cookie_warning_enabled &&
      request.headers['sec-gpc'] !== '1' &&
      isUnanswered(data.cookies, choicesOf(request))
    return reply
      .headers({ 'content-type': 'text/css; charset=utf-8', 'cache-control': 'private, no-store' })
      .send(needsChoice ? '#cookies>section{display:grid}' : '')
  })

  app.get<{ Querystring: { return_to?: string } }>(PATH, async (request, reply) => {
    const data = await readStorefront(request)
    const choices = choicesOf(request)
    const isAccepted = (id: string) => choices.some((choice) => choice.id === id && choice.accepted)
    const page = barePage(200, {
      title: 'Cookie Preferences',
      lead: escapeHtml(data.cookie_warning_message).markup,
      detail: `<form method="post" action="${PATH}">
<input type="hidden" name="return_to" value="${escapeHtml(targetOf(String(request.query.return_to ?? '/'))).markup}">
${data.cookies.map((entry) => field(entry, isAccepted(entry.id))).join('\n')}
<button class="button" name="choice" value="save">Save</button>
<button class="button" name="choice" value="accept">Accept All</button>
<button class="button" name="choice" value="decline">Decline All</button>
</form>`,
    })
    return reply.code(page.status).headers(page.headers).send(page.body)
  })

  registerForms(app, services, (forms) => {
    forms.post(PATH, async (request, reply) => {
      const { choice, return_to } = fieldsOf(request)
      const target = targetOf(return_to || refererOf(request))
      if (choice === 'preferences')
        return seeOther(reply, `${PATH}?${new URLSearchParams({ return_to: target })}`)
      const data = await readStorefront(request)
      const chosen = new Set([bodyOf(request).texts.accepted ?? []].flat())
      const choices = data.cookies.map(({ id }) => ({
        id,
        accepted: choice === 'accept' || (choice === 'save' && chosen.has(id)),
      }))
      const answered = await calls.runInput(request, calls.require('storefront.saveCookies'), { choices })
      return redirectAfterPost(reply, answered, { location: target, posted: null, isSecure })
    })
  })
}

const choicesOf = (request: FastifyRequest) => parseChoices(visitorOf(request).cookies[preferencesCookie])

const field = ({ id, name, description, required }: CookieEntry, isAccepted: boolean) => {
  const [value, label, text] = [id, name, description].map((one) => escapeHtml(one).markup)
  const state = required ? ' checked disabled' : isAccepted ? ' checked' : ''
  return `<p><label><input type="checkbox" name="accepted[]" value="${value}"${state}> <strong>${label}</strong></label><br>${text}</p>`
}
