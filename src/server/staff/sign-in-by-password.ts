import { checkPassword } from '../auth/hash-password.ts'
import { decryptFor } from '../config/encrypt-for.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../kernel/context.ts'
import { addressKey, requireToken, returnToken } from '../limits/rate-limit.ts'
import { actorOf, writeAudit } from './audit-log.ts'
import { signIn } from './login-link.ts'
import { codeRequired, noSecondFactor, wrongCode, wrongCredentials } from './refusals.ts'
import { type StaffCall, startStaffSession } from './start-staff-session.ts'
import { matchTotp } from './totp.ts'

const minute = 60
/** Failed passwords of one account, from any address. */
export const passwordLimit = { most: 10, seconds: 15 * minute }
export const accountBucket = (email: string) => `staff login account ${email}`

const limits = {
  address: { most: 30, seconds: 15 * minute },
  account: passwordLimit,
  code: { most: 5, seconds: 15 * minute },
}

type Credentials = { email: string; password: string; code?: string | undefined }

/**
 * Signs in by e-mail, password and authenticator app. An unknown address gets the same answer after the same work as a
 * wrong password. Only failed attempts count.
 * @throws 401 INVALID_CREDENTIALS; with a right password NO_SECOND_FACTOR, CODE_REQUIRED or CODE_INVALID; 429.
 */
export async function signInByPassword(
  call: StaffCall,
  { email, password, code }: Credentials,
): Promise<{ role: string }> {
  const { db, config, visitor } = call
  const buckets = [`staff login ip ${addressKey(visitor.ip)}`, accountBucket(email)] as const
  await requireToken(db, buckets[0], limits.address)
  await requireToken(db, buckets[1], limits.account)
  const staff = await staffByEmail.first(db, email)
  const { isRight } = await checkPassword(password, staff?.password_hash ?? null, config)
  if (!staff || !isRight) {
    await noteFailure(call, email, 'password')
    throw wrongCredentials()
  }
  for (const bucket of buckets) await returnToken(db, bucket)
  if (!staff.totp_secret) throw noSecondFactor()
  if (code === undefined) throw codeRequired()
  await requireToken(db, `staff code ${staff.id}`, limits.code)
  const isSignedIn = await db.transaction().execute(async (tx) => {
    if (!(await useCode(tx, call, staff.id, code))) return false
    await startStaffSession(tx, call, staff.id)
    await writeAudit(tx, { staffId: staff.id, name: email, ip: visitor.ip }, signIn(staff.id, 'password'))
    return true
  })
  if (!isSignedIn) {
    await noteFailure(call, email, 'code')
    throw wrongCode()
  }
  await returnToken(db, `staff code ${staff.id}`)
  return { role: staff.role }
}

/** Whether the code is right and was not used before. Each code counts once, also for two requests at once. */
export async function useCode(
  tx: Tx | Db,
  { config }: Pick<StaffCall, 'config'>,
  staffId: number,
  code: string,
  column: 'totp_secret' | 'totp_pending' = 'totp_secret',
): Promise<boolean> {
  const row = await tx
    .selectFrom('staff')
    .select(`${column} as encrypted`)
    .where('id', '=', staffId)
    .executeTakeFirst()
  const secret = row?.encrypted ? decryptFor(config, 'staff authenticator', row.encrypted) : undefined
  const step = secret === undefined ? undefined : matchTotp(secret, code)
  return step !== undefined && (await useStep.first(tx, staffId, step)) !== undefined
}

const noteFailure = ({ db, visitor }: StaffCall, email: string, factor: 'password' | 'code') =>
  writeAudit(db, actorOf(visitor, email), {
    action: 'session.sign_in_failed',
    record: { type: 'session', id: '' },
    after: { factor },
  })

const staffByEmail = prepared<{
  id: number
  role: string
  password_hash: string | null
  totp_secret: string | null
}>(
  'staff by email',
  'select id, role, password_hash, totp_secret from staff where email = $1::text and is_active',
)

const useStep = prepared<{ id: number }>(
  'use totp step',
  'update staff set totp_last_step = $2::bigint where id = $1::bigint and totp_last_step < $2::bigint returning id',
)
