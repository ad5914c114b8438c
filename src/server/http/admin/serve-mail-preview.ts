import type { FastifyInstance } from 'fastify'
import { previewMail } from '#server/admin/settings/mail-handlers.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { html, type Markup } from '#server/platform/notify/escape-html.ts'
import { readStaffVisitor } from '#server/platform/sessions/session.ts'
import { asShopError } from '../as-shop-error.ts'

/** No scripts and nothing from elsewhere. Mails have their styles in attributes. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox"

/**
 * A mail as it is sent, with sample data, for the frame of the back office: texts that are not saved yet come in the
 * query. A document of its own, because a frame with `srcdoc` has the policy of the back office.
 */
export function serveMailPreview(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'config' | 'plugins'>,
) {
  app.get<{ Params: { name: string }; Querystring: Record<string, unknown> }>(
    '/admin/mail-preview/:name',
    { config: { whileLocked: true } },
    async (request, reply) => {
      const { staff } = await readStaffVisitor(services, request)
      reply
        .headers({
          'content-security-policy': policy,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'x-robots-tag': 'noindex',
        })
        .type('text/html; charset=utf-8')
      if (!staff?.permissions.includes('settings.read'))
        return reply.code(403).send(sentence('Please sign in to see this preview.'))
      try {
        const { part, scheme, look, ...values } = request.query
        const mail = await previewMail(services, request.params.name, { ...values, look: lookOf(look) })
        if (part === 'text') return reply.send(plain(mail.text))
        return reply.send(scheme === 'dark' ? inDark(mail.html) : mail.html)
      } catch (error) {
        const { httpStatus, message, extra } = asShopError(error, request.id)
        if (httpStatus >= 500) throw error
        const [first = message] = Object.values(extra.errors ?? {}).flat()
        return reply.code(httpStatus).send(sentence(first))
      }
    },
  )
}

/** What the form of the mails' look has, as JSON; null without it. Anything else is refused as a look. */
function lookOf(text: unknown): unknown {
  if (typeof text !== 'string') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** As mail clients of a dark device show it. */
const inDark = (mail: string) => mail.replace('@media (prefers-color-scheme:dark)', '@media all')

const plain = (text: string) =>
  page(html`<pre style="white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 monospace">${text}</pre>`)
const sentence = (text: string) => page(html`<p style="font:16px/1.5 sans-serif">${text}</p>`)
const page = (body: Markup) =>
  html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Preview</title><body style="margin:16px">${body}</body></html>`
    .markup
