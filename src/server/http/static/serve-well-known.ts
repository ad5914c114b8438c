import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/kernel/context.ts'
import {
  channelOfRequest,
  originOfChannel,
  rememberedSelection,
} from '#server/shop/channels/channel-selection.ts'
import { rememberedSettings } from '#server/shop/settings/read-settings.ts'
import { createSecurityHeaders } from '../security-headers.ts'

type Options = { services: Pick<Services, 'db' | 'changes' | 'config'> }

/** RFC 9116 recommends less than a year. A day's answers are the same. */
const VALID_DAYS = 180
const DAY_MS = 24 * 60 * 60_000

/**
 * What programs look for at fixed addresses: where a password manager sends its user to change the password, and whom to tell of a
 * security fault (RFC 9116), when the shop has an address for it.
 */
export function serveWellKnown(app: FastifyInstance, { services }: Options) {
  const headers = createSecurityHeaders({ storeUrl: services.config.storeUrl }).data

  app.get('/.well-known/change-password', (_request, reply) =>
    reply.code(302).headers(headers).header('location', '/account/security').send(),
  )

  app.get('/.well-known/security.txt', async (request, reply) => {
    const channel = channelOfRequest(await rememberedSelection(services), request.raw)
    const { store_email } = await rememberedSettings(services.db, { ...services, channel, tag: () => {} })
    const email = store_email.trim()
    reply.headers(headers).type('text/plain; charset=utf-8')
    if (!email) return reply.code(404).header('cache-control', 'no-store').send('Not Found')
    const expires = new Date((Math.floor(Date.now() / DAY_MS) + VALID_DAYS) * DAY_MS)
    return reply
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          `Contact: mailto:${encodeURI(email)}`,
          `Expires: ${expires.toISOString()}`,
          `Canonical: ${originOfChannel(channel, services.config)}/.well-known/security.txt`,
          '',
        ].join('\n'),
      )
  })
}
