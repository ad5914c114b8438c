import type { FastifyInstance } from 'fastify'
import { previewMail } from '#server/admin/settings/mail-handlers.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { html, type Markup } from '#server/platform/notify/escape-html.ts'
import { serveStaffPreview, typedJson } from './staff-preview.ts'

/** No scripts and nothing from elsewhere. Mails have their styles in attributes. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox"
const type = 'text/html; charset=utf-8'

/**
 * A mail as it is sent, with sample data, for the frame of the back office: texts that are not saved yet come in the
 * query. A document of its own, because a frame with `srcdoc` has the policy of the back office.
 */
export function serveMailPreview(
  app: FastifyInstance,
  services: Pick<Services, 'db' | 'config' | 'plugins'>,
) {
  serveStaffPreview(app, services, {
    url: '/admin/mail-preview/:name',
    policy,
    sentence: { type, of: sentence },
    async answer({ query, params: { name = '' } }, reply) {
      const { part, scheme, look, ...values } = query
      // Null without the form of the mails' look.
      const typed = typeof look === 'string' ? typedJson(look) : null
      const mail = await previewMail(services, name, { ...values, look: typed })
      if (part === 'text') return reply.type(type).send(plain(mail.text))
      return reply.type(type).send(scheme === 'dark' ? inDark(mail.html) : mail.html)
    },
  })
}

/** As mail clients of a dark device show it. */
const inDark = (mail: string) => mail.replace('@media (prefers-color-scheme:dark)', '@media all')

const plain = (text: string) =>
  page(html`<pre style="white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 monospace">${text}</pre>`)
const sentence = (text: string) => page(html`<p style="font:16px/1.5 sans-serif">${text}</p>`)
const page = (body: Markup) =>
  html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Preview</title><body style="margin:16px">${body}</body></html>`
    .markup
