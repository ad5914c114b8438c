import { sql } from 'kysely'
import type { Db } from '../http/context.ts'

/**
 * Forgets what is over: sessions, codes, reset links and limits that have ended, codes in the outbox after an hour, the access
 * log after 90 days; its addresses are cut to /24 (IPv6: /48) after 30. Meant to run every hour or so. Security §3, §5.
 */
export async function sweepAuth(db: Db): Promise<void> {
  const now = new Date()
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
  await db.deleteFrom('otp_challenges').where('expires_at', '<', now).execute()
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
  await db.deleteFrom('password_resets').where('expires_at', '<', now).execute()
  await db.deleteFrom('rate_limits').where('expires_at', '<', now).execute()
  await sql`delete from outbox where kind in ('otp', 'reset_link') and created_at < now() - interval '1 hour'`.execute(
    db,
  )
  await sql`delete from access_logs where at < now() - interval '90 days'`.execute(db)
  await sql`
    update access_logs
    set ip = host(network(set_masklen(ip::inet, case when family(ip::inet) = 4 then 24 else 48 end)))
    where at < now() - interval '30 days' and ip <> ''
      and ip <> host(network(set_masklen(ip::inet, case when family(ip::inet) = 4 then 24 else 48 end)))`.execute(
    db,
  )
}
