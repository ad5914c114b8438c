import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/kernel/context.ts'
import { escapeHtml } from '#server/platform/notify/escape-html.ts'
import { refuseMarketing } from '#server/platform/notify/refuse-marketing.ts'
import { isUnsubscribeToken } from '#server/platform/notify/unsubscribe-link.ts'
import { barePage } from '../bare-pages.ts'

type Link = { Querystring: { email?: string; token?: string } }

/**
 * `/unsubscribe?email=…&token=…`, the link of every marketing mail. Opening it changes nothing, since programs open
 * links too; its one button posts, and so do mail programs by themselves (RFC 8058). Cookies are ignored: the
 * signature is sufficient, so a post from any site is accepted. ADR 0041.
 */
export function serveUnsubscribe(app: FastifyInstance, { db, config }: Pick<Services, 'db' | 'config'>) {
  app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    // The body that mail programs send is always the same.
    routes.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4_096 }, (_request, _body, done) =>
      done(null, null),
    )
    routes.route<Link>({
      method: ['GET', 'POST'],
      url: '/unsubscribe',
      config: { whileLocked: true },
      async handler({ method, query }, reply) {
        const [email, token] = [String(query.email ?? ''), String(query.token ?? '')]
        const isGenuine = email !== '' && isUnsubscribeToken(config, email, token)
        if (isGenuine && method === 'POST') await refuseMarketing(db, email)
        const page = !isGenuine ? badLink() : method === 'POST' ? done(email) : question(email)
        return reply.code(page.status).headers(page.headers).send(page.body)
      },
    })
  })
}

const question = (email: string) =>
  barePage(200, {
    title: 'Unsubscribe from marketing emails?',
    lead: `We stop writing to ${escapeHtml(email).markup} about offers and updates.`,
    detail: `<p>Mails about your orders and your account still come.</p>
<form method="post"><button class="button">Unsubscribe</button></form>`,
  })

const done = (email: string) =>
  barePage(200, {
    title: 'You are unsubscribed',
    lead: `${escapeHtml(email).markup} gets no more offers and news from us.`,
    detail:
      '<p>Changed your mind? Subscribe again in <a href="/">the shop</a>, or with an account in <a href="/account/profile">your profile</a>.</p>',
  })

const badLink = () =>
  barePage(404, {
    title: 'This link is not whole',
    lead: 'Please open it from the mail once more, or copy all of it.',
    detail: '<p><a href="/">To the shop</a></p>',
  })
