import type { FastifyRequest } from 'fastify'
import type { RefusalLog, Visitor } from '#server/platform/kernel/context.ts'
import type { CallReply } from '#server/platform/kernel/pipeline.ts'
import { fieldIn } from '#server/platform/kernel/post-form.ts'
import { isKeyCall } from '#server/platform/sessions/api-key.ts'

/** Refusals that say something about who asks; the steps of a sign-in and the rules of the shop do not. */
const codes = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'])

/** The first call of the back office, which asks whether there is a session. */
const OWN_SESSION = 'adminSession.get'

/**
 * Records a reply that refuses access: no or an ended session, a role or an API key that does not allow the call, another
 * site's page, too many calls.
 */
export async function noteRefusal(
  refusals: RefusalLog,
  request: FastifyRequest,
  { call, visitor, code }: { call: string; visitor: Visitor; code: unknown },
): Promise<void> {
  if (typeof code !== 'string' || !codes.has(code)) return
  const reason = reasonOf(request, visitor, code)
  const isAudited =
    request.url.startsWith('/api/admin/') &&
    code !== 'RATE_LIMITED' &&
    !(call === OWN_SESSION && reason === 'no session')
  const audit = {
    action: 'access.refused',
    isOnceAnHour: true,
    record: { type: 'call', id: call },
    after: { reason },
  }
  await refusals.note({ visitor, call, code, audit: isAudited ? audit : undefined })
}

function reasonOf(request: FastifyRequest, { staff }: Visitor, code: string): string {
  if (code === 'FORBIDDEN') return staff?.apiKey ? 'API key' : staff ? 'role' : 'another site'
  if (isKeyCall(request)) return 'unknown API key'
  return request.headers.cookie?.includes('admin_sid=') ? 'ended session' : 'no session'
}

/** The code of a refused call. */
export const codeOf = ({ body }: CallReply): unknown => fieldIn(body, 'code')
