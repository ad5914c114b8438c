import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '../kernel/context.ts'
import { isSubscribed } from './refuse-marketing.ts'

const MAX_SHOWN = 200

/**
 * Shows the demo's mails and SMS, which are not delivered, without authentication. Marketing mail is left out where the delivery would
 * refuse it. Absent in production mode.
 */
export function serveDevOutbox(app: FastifyInstance, { db, config }: Pick<Services, 'db' | 'config'>) {
  if (config.mode === 'production') return

  app.get('/dev/outbox.json', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return readOutbox()
  })

  app.get('/dev/outbox', async (_, reply) => {
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; frame-ancestors 'none'",
      )
      .header('x-frame-options', 'DENY')
    return page(await readOutbox(), Boolean(config.mail || config.sms))
  })

  const readOutbox = async () => {
    const rows = await db
      .selectFrom('outbox as o')
      .select(['id', 'channel', 'recipient as to', 'subject', 'text', 'html', 'created_at'])
      .where(sql<boolean>`o.sent_at is not null or ${sql.raw(isSubscribed)}`)
      .orderBy('id', 'desc')
      .limit(MAX_SHOWN)
      .execute()
    return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
  }
}

type Message = {
  id: number
  channel: string
  to: string
  subject: string
  text: string
  html: string | null
  created_at: string
}

function page(messages: Message[], isSent: boolean) {
  const items = messages.map(
    ({ channel, to, subject, text, html, created_at }) => `<article>
<header><b>${escapeHtml(subject || text.slice(0, 60))}</b><span>${channel === 'mail' ? 'Mail' : 'SMS'} to ${escapeHtml(to)} · <time>${created_at}</time></span></header>
${html ? `<iframe sandbox="" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe><details><summary>As text</summary><pre>${escapeHtml(text)}</pre></details>` : `<pre>${escapeHtml(text)}</pre>`}
</article>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Outbox</title>
<style>body{font:16px/1.55 system-ui,sans-serif;max-width:48rem;margin:0 auto;padding:2rem 1rem;background:#fbf7f0;color:#2b2621}
article{background:#fff;border:1px solid #e4d9ca;border-radius:10px;padding:1rem;margin:1rem 0}header{display:grid}header span{color:#655a4f;font-size:.9rem}
iframe{width:100%;height:34rem;border:0;margin-top:.5rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style>
<h1>Outbox</h1><p>${isSent ? 'Messages the shop sends, newest first.' : 'Messages the shop would send, newest first. Nothing is delivered.'} Also available as <a href="/dev/outbox.json">JSON</a>.</p>
${items.join('') || '<p>No messages yet. Place an order to see one.</p>'}</html>`
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
