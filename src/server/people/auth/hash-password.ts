import nodeCrypto, { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Config } from '#server/platform/config/config.ts'
import { unavailable } from '#server/platform/kernel/errors.ts'
import { createJobQueue, QueueFull } from '#server/platform/kernel/job-queue.ts'

/** The configuration that hashing needs. */
export type Hashing = Pick<Config, 'mode' | 'passwordPepper' | 'previousPasswordPeppers'>

/**
 * Each hash uses one core and 19 MB for some milliseconds: two run at once, twenty wait, the rest get 503.
 * Security §4.
 */
const queue = createJobQueue({ atOnce: 2, maxWaiting: 20 })

/**
 * Hashes a password or an OTP with salt and pepper: argon2id, or scrypt where Node lacks it (before 24.7). The
 * PHC string names the parameters, so that older hashes stay verifiable. Security §4.
 *
 * @throws 503 when the queue is full.
 */
export async function hashPassword(password: string, hashing: Hashing): Promise<string> {
  const scheme = schemeOf(hashing)
  const salt = randomBytes(16)
  return phc(scheme, salt, await derive(password, scheme, salt, hashing))
}

/**
 * Compares a password with its hash. Without a hash (unknown customer) it takes the same time and fails.
 *
 * @returns `isOutdated`: correct, but hashed with other parameters or another pepper than new passwords.
 * @throws 503 as `hashPassword`.
 */
export async function checkPassword(
  password: string,
  hash: string | null,
  hashing: Hashing,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  const known = hash === null ? undefined : parsePhc(hash)
  const { scheme, salt, key } = known ?? {
    scheme: schemeOf(hashing),
    salt: randomBytes(16),
    key: Buffer.alloc(KEY_BYTES),
  }
  const { passwordPepper, previousPasswordPeppers = [] } = hashing
  for (const pepper of [passwordPepper, ...previousPasswordPeppers]) {
    const derived = await derive(password, scheme, salt, { passwordPepper: pepper })
    const isRight = known !== undefined && derived.length === key.length && timingSafeEqual(derived, key)
    if (!isRight) continue
    const isOutdated = pepper !== passwordPepper || paramsOf(scheme) !== paramsOf(schemeOf(hashing))
    return { isRight, isOutdated }
  }
  return { isRight: false, isOutdated: false }
}

const KEY_BYTES = 32

type Scheme =
  /** m in KiB, as ASVS 5.0 (appendix C) approves. */
  { name: 'argon2id'; m: number; t: number; p: number } | { name: 'scrypt'; ln: number; r: number; p: number }

/** Tests hash thousands of passwords, so they use cheap parameters. */
function schemeOf({ mode }: Hashing): Scheme {
  const isCheap = mode === 'test'
  if (argon2) return { name: 'argon2id', m: isCheap ? 64 : 19_456, t: isCheap ? 1 : 2, p: 1 }
  return { name: 'scrypt', ln: isCheap ? 4 : 17, r: 8, p: 1 }
}

const paramsOf = (scheme: Scheme) =>
  scheme.name === 'argon2id'
    ? `$argon2id$v=19$m=${scheme.m},t=${scheme.t},p=${scheme.p}`
    : `$scrypt$ln=${scheme.ln},r=${scheme.r},p=${scheme.p}`

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '')

const phc = (scheme: Scheme, salt: Buffer, key: Buffer) =>
  `${paramsOf(scheme)}$${base64(salt)}$${base64(key)}`

function parsePhc(hash: string) {
  const [, name, ...rest] = hash.split('$')
  const [params = '', salt = '', key = ''] = rest.slice(-3)
  const of = (field: string) => Number(new RegExp(`(?:^|,)${field}=(\\d+)`).exec(params)?.[1])
  const scheme: Scheme =
    name === 'argon2id'
      ? { name, m: of('m'), t: of('t'), p: of('p') }
      : { name: 'scrypt', ln: of('ln'), r: of('r'), p: of('p') }
  return { scheme, salt: Buffer.from(salt, 'base64'), key: Buffer.from(key, 'base64') }
}

// Not a named import: Node 22 has no such export.
const argon2 = nodeCrypto.argon2 ? promisify(nodeCrypto.argon2) : undefined
const scryptOf = promisify<string | Buffer, Buffer, number, object, Buffer>(scrypt)

async function derive(
  password: string,
  scheme: Scheme,
  salt: Buffer,
  { passwordPepper }: Pick<Hashing, 'passwordPepper'>,
) {
  // Another keyboard may compose the same letters from other code points.
  const message = password.normalize('NFC')
  try {
    return await queue.run('now', async () => {
      if (scheme.name === 'scrypt') {
        const peppered = createHmac('sha256', passwordPepper).update(message).digest()
        const { ln, r, p } = scheme
        return scryptOf(peppered, salt, KEY_BYTES, { N: 2 ** ln, r, p, maxmem: 256 * r * 2 ** ln })
      }
      if (!argon2) throw new Error('This Node cannot check argon2id hashes: 24.7 or newer is needed')
      const { m: memory, t: passes, p: parallelism } = scheme
      const secret = Buffer.from(passwordPepper)
      const parameters = { message, nonce: salt, secret, memory, passes, parallelism, tagLength: KEY_BYTES }
      return await argon2('argon2id', parameters)
    })
  } catch (error) {
    if (error instanceof QueueFull) throw unavailable(2)
    throw error
  }
}
