import { writeAudit } from '#server/platform/audit/audit-log.ts'
import { decryptFor } from '#server/platform/config/encrypt-for.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { requireToken, returnToken } from '#server/platform/limits/rate-limit.ts'
import { checkPassword } from '../auth/hash-password.ts'
import { knownStaffDevice } from '../auth/known-device.ts'
import { requirePasswordAllowance } from '../auth/password-allowance.ts'
import { signIn } from './login-link.ts'
import { codeRequired, noSecondFactor, wrongCode, wrongCredentials } from './refusals.ts'
import { type StaffCall, startStaffSession } from './start-staff-session.ts'
import { matchTotp } from './totp.ts'

/** Codes of one member of staff, from a known device, a session, or all other browsers together. */
export const codeLimit = { most: 5, seconds: 15 * 60 }

export const codeBucket = (staffId: number, from = 'elsewhere') => `staff code ${staffId} ${from}`

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
  const staff = await staffByEmail.first(db, email)
  const device = knownStaffDevice(config, visitor, staff)
  const returnAllowance = await requirePasswordAllowance(db, {
    of: 'staff login',
    email,
    ip: visitor.ip,
    device,
  })
  const { isRight } = await checkPassword(password, staff?.password_hash ?? null, config)
  if (!staff || !isRight) {
    await noteFailure(call, email, 'password')
    throw wrongCredentials()
  }
  await returnAllowance()
  if (!staff.totp_secret) throw noSecondFactor()
  if (code === undefined) throw codeRequired()
  const codes = codeBucket(staff.id, device)
  await requireToken(db, codes, codeLimit)
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
  await returnToken(db, codes)
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

const noteFailure = ({ refusals, visitor }: StaffCall, email: string, factor: 'password' | 'code') =>
  refusals.note({
    ...{
      visitor,
      call: 'adminSession.byPassword',
      code: factor === 'code' ? 'CODE_INVALID' : 'INVALID_CREDENTIALS',
    },
    audit: {
      actor: email,
      action: 'session.sign_in_failed',
      record: { type: 'session', id: '' },
      after: { factor },
    },
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
