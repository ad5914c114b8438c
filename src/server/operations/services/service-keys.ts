import { z } from 'zod'
import { offerGateways } from '#server/commerce/gateways/offer-gateways.ts'
import { registerCache } from '#server/platform/changes/caches.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Config } from '#server/platform/config/config.ts'
import { decryptFor, encryptFor } from '#server/platform/config/encrypt-for.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, ServiceKeys, Services, Tx } from '#server/platform/kernel/context.ts'
import { type Environment, keysInForce, type Service, services, type Values } from './services.ts'

const TAG = 'service-keys'
const RETRY_MS = 5_000

/** `entered`: the values by variable; null: none; undefined: no known secret decrypts them. */
export type StoredKeys = Omit<Row, 'encrypted'> & {
  encrypted: string | null
  entered: Values | null | undefined
}

/** The rows of services, also of those whose keys were removed. */
export async function readStoredKeys(db: Db | Tx, secrets: SigningSecrets): Promise<StoredKeys[]> {
  const rows = await readRows.all(db)
  return rows.map((row) => ({ ...row, entered: row.encrypted === null ? null : decrypted(secrets, row) }))
}

const Entered = z.record(z.string(), z.string())

/** Only variables of the service itself: a row that was moved to another one has no value for it. */
function decrypted(secrets: SigningSecrets, { service: code, encrypted }: Row): Values | undefined {
  const text = decryptFor(secrets, 'service keys', encrypted ?? '')
  if (text === undefined) return undefined
  const own = services.find((service) => service.code === code)?.variables ?? {}
  return Object.fromEntries(
    Object.entries(Entered.parse(JSON.parse(text))).filter(([name]) => Object.hasOwn(own, name)),
  )
}

/** All entered values, by variable. */
export const enteredValues = (rows: readonly StoredKeys[]): Values =>
  Object.assign({}, ...rows.map(({ entered }) => entered ?? {}))

type Written = { service: Service; values: Values | null; staffId: number }

/**
 * Stores the keys of a service, or removes them, and offers or withdraws the payment methods that depend on them. The processes read
 * them after the commit.
 */
export async function writeServiceKeys(
  tx: Tx,
  { config, environment }: { config: SigningSecrets; environment: Environment },
  { service, values, staffId }: Written,
): Promise<void> {
  const encrypted = values && encryptFor(config, 'service keys', JSON.stringify(values))
  await write.all(tx, service.code, encrypted, staffId)
  const keys = keysInForce(environment, enteredValues(await readStoredKeys(tx, config)))
  await offerGateways(tx, { mode: environment.mode, ...keys })
  await noteChange(tx, [TAG, 'storefront'])
}

type Following = {
  db: Db
  /** The keys of this object follow; the others of the process are in it too. */
  config: Config
  changes: Services['changes']
  log: Services['log']
}

/**
 * Gives `config`, which comes from the environment, the entered keys too, now and after each change. Keys that cannot be read stay as
 * they are, and are tried again.
 * @throws when they cannot be read at first.
 */
export async function followServiceKeys({ db, config, changes, log }: Following): Promise<ServiceKeys> {
  const environment: Environment = { ...config }
  let last: Promise<void> = Promise.resolve()
  let isStopped = false

  async function load() {
    const rows = await readStoredKeys(db, config)
    const problems: { variable: string; problem: string }[] = []
    const keys = keysInForce(environment, enteredValues(rows), problems)
    for (const { service, entered } of rows)
      if (entered === undefined) log.warn({ service }, 'keys of a service cannot be read: enter them again')
    for (const problem of problems) log.warn(problem, 'an entered key cannot be used')
    Object.assign(config, unlessEqual(config, keys))
  }

  /** One after the other: the last to end has read the newest. */
  const refresh = () => {
    last = last.then(load, load)
    return last
  }

  const follow = () =>
    void refresh().catch((error: unknown) => {
      if (isStopped) return
      log.warn({ err: error }, 'keys of services could not be read: the former ones stay')
      setTimeout(follow, RETRY_MS).unref()
    })

  registerCache(changes, { drop: (tags) => tags.includes(TAG) && follow(), clear: follow })
  await reencryptKeys(db, config)
  await refresh()
  return {
    environment,
    refresh,
    stop() {
      isStopped = true
    },
  }
}

/** Keys that did not change stay the same object, which clients of gateways are cached by. */
function unlessEqual(before: Config, { mail, sms, companyKeys = {} }: ReturnType<typeof keysInForce>) {
  const unchanged = <Value>(former: Value, next: Value) =>
    JSON.stringify(former) === JSON.stringify(next) ? former : next
  return {
    mail: unchanged(before.mail, mail),
    sms: unchanged(before.sms, sms),
    companyKeys: Object.fromEntries(
      Object.entries(companyKeys).map(([code, keys]) => [code, unchanged(before.companyKeys?.[code], keys)]),
    ),
  }
}

/** What a former secret has encrypted, with the present one: the former may be forgotten then. */
async function reencryptKeys(db: Db, { tokenSecret, previousTokenSecrets = [] }: SigningSecrets) {
  if (previousTokenSecrets.length === 0) return
  for (const { service, encrypted } of await readRows.all(db)) {
    if (encrypted === null || decryptFor({ tokenSecret }, 'service keys', encrypted) !== undefined) continue
    const text = decryptFor({ tokenSecret, previousTokenSecrets }, 'service keys', encrypted)
    if (text !== undefined)
      await replace.all(db, service, encrypted, encryptFor({ tokenSecret }, 'service keys', text))
  }
}

type Row = {
  service: string
  encrypted: string | null
  changed_at: Date
  changed_by: string | null
  tested_at: Date | null
  tested_keys: string | null
  test_problem: string | null
}

const readRows = prepared<Row>(
  'read service keys',
  `select k.service, k.encrypted, k.changed_at, s.email as changed_by, k.tested_at, k.tested_keys, k.test_problem
  from service_keys k left join staff s on s.id = k.changed_by order by k.service`,
)

const write = prepared(
  'write service keys',
  `insert into service_keys (service, encrypted, changed_by) values ($1::text, $2::text, $3::integer)
  on conflict (service) do update set encrypted = excluded.encrypted, changed_by = excluded.changed_by, changed_at = now()`,
)

const replace = prepared(
  'reencrypt service keys',
  'update service_keys set encrypted = $3::text where service = $1::text and encrypted = $2::text',
)
