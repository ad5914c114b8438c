import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { targetOf } from '#contract/rules/redirect-target.ts'
import { specialPages } from '#server/content/storefront/store-lock.ts'
import type { StoreStatus } from '#server/content/storefront/store-status.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { setCookieHeader } from '#server/platform/kernel/set-cookie.ts'
import type { FormAnswer, FormCalls } from '../forms/form-calls.ts'
import { fieldsOf, registerForms, seeOther } from '../forms/posted-forms.ts'
import { createLockReader } from '../store-gate.ts'
import { type SpecialForm, type SpecialLock, specialPage } from './special-pages.ts'

type Options = {
  calls: FormCalls
  services: Pick<Services, 'config' | 'refusals'>
  readStatus: () => Promise<StoreStatus>
}

/**
 * The forms of the special pages: a post runs the same call as a client, and answers with a redirect or with the page
 * and what is wrong. The pages themselves are in `page-checks.ts`. Decisions §1.6, §4.
 */
export function serveSpecialPages(app: FastifyInstance, { calls, services, readStatus }: Options) {
  const { config } = services
  const isSecure = config.storeUrl.startsWith('https:')
  const lockOf = createLockReader(config)

  registerForms(app, services, (forms) => {
    forms.post(specialPages.password, { config: { whileLocked: true } }, async (request, reply) => {
      const { fields, target } = readForm(request)
      const status = await readStatus()
      // Opened, or unlocked in another tab.
      if (lockOf(request.raw, status) !== 'password') return seeOther(reply, target)
      const { password = '' } = fields
      const answered = await calls.run(request, 'storefront.verifyPassword', { password })
      if (answered.httpStatus === 200) {
        for (const cookie of answered.cookies)
          reply.header('set-cookie', setCookieHeader(cookie, { isSecure }))
        return seeOther(reply, target)
      }
      return show(reply, 'password', { status, target, form: formOf(answered) })
    })

    forms.post(specialPages['coming-soon'], { config: { whileLocked: true } }, async (request, reply) => {
      const { fields, target } = readForm(request)
      const status = await readStatus()
      if (lockOf(request.raw, status) !== 'coming-soon') return seeOther(reply, target)
      const email = (fields.email ?? '').slice(0, 300)
      const given = { email, website: fields.website ?? '', mode: 'Coming Soon' }
      const answered = await calls.run(request, 'storefront.subscribeToMode', given)
      if (answered.httpStatus === 200) return seeOther(reply, `${specialPages['coming-soon']}?subscribed=1`)
      return show(reply, 'coming-soon', { status, target, form: { ...formOf(answered), email } })
    })
  })
}

function formOf({ httpStatus, reply }: FormAnswer): SpecialForm {
  const { message = '', errors = {} } = reply
  return { status: httpStatus, error: Object.values(errors).flat()[0] ?? message }
}

function readForm(request: FastifyRequest) {
  const fields = fieldsOf(request)
  return { fields, target: targetOf(fields.redirect, '/') }
}

function show(reply: FastifyReply, lock: SpecialLock, options: Parameters<typeof specialPage>[1]) {
  const page = specialPage(lock, options)
  return reply.code(page.status).headers(page.headers).send(page.body)
}
