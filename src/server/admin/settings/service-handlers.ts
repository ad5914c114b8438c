import type { adminServicesEndpoints, ServiceRecord } from '#contract/admin/settings/services.ts'
import { hashOfKeys, readServices, sentenceOf } from '#server/operations/services/read-services.ts'
import {
  readStoredKeys,
  type StoredKeys,
  writeServiceKeys,
} from '#server/operations/services/service-keys.ts'
import {
  type Service,
  services,
  type Values,
  valuesIn,
  valuesOf,
} from '#server/operations/services/services.ts'
import { testService } from '#server/operations/services/test-service.ts'
import { requireRecentProof } from '#server/people/staff/start-staff-session.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { problemOf } from '#server/platform/config/service-variables.ts'
import type { Db, Services, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { requireToken } from '#server/platform/limits/rate-limit.ts'
import { readMailLook } from '#server/platform/notify/mail-look.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { versionOf } from '../record-version.ts'
import { noServiceKeys, otherSmsService, setByEnvironment, unknownService } from '../refusals.ts'
import { saveRecord } from '../save-record.ts'

/** Of one member of staff: each one is a mail, an SMS or a request to another company. */
const TESTS = { most: 10, seconds: 600 }

type Call = Pick<Services, 'config' | 'serviceKeys'> & { db: Db | Tx }
type WriteCall = Pick<Services, 'db' | 'config' | 'changes' | 'serviceKeys'> & { visitor: Visitor }

export const adminServicesHandlers: Handlers<typeof adminServicesEndpoints> = {
  list: async (_input, call) => ({ services: await readAll(call) }),

  async update({ id, version, values }, call) {
    const service = requireService(id)
    const entered = Object.keys(values)
    const saved = await write(call, { service, version, entered }, async (tx) => {
      const stored = await readStoredKeys(tx, call.config)
      requireOnlySms(service, stored)
      const former = stored.find((one) => one.service === id)?.entered ?? {}
      return checkedValues(call, service, { ...former, ...values }, entered)
    })
    return say(`${service.name}: saved`, saved)
  },

  async remove({ id, version }, call) {
    const service = requireService(id)
    const removed = await write(call, { service, version, entered: [] }, async () => null)
    return say(`${service.name}: keys removed`, removed)
  },

  async test({ id, to }, call) {
    const service = requireService(id)
    const { db, config, visitor } = call
    const { id: staffId, email } = staffOf(call)
    const values = valuesOf(service, valuesIn(config))
    if (!values) throw noServiceKeys(service.name)
    if (service.kind === 'sms' && to === undefined) throw invalid({ to: ['Please enter a phone number'] })
    await requireToken(db, `service test ${staffId}`, TESTS)
    const { store_name: storeName } = await readMailLook({ db, config })
    const problem = await testService(call, { service, values, mailTo: email, smsTo: to, storeName })
    await db
      .insertInto('service_keys')
      .values({ service: id, ...testedNow(problem), tested_keys: hashOfKeys(config, values) })
      .onConflict((conflict) =>
        conflict.column('service').doUpdateSet((row) => ({
          tested_at: row.ref('excluded.tested_at'),
          tested_keys: row.ref('excluded.tested_keys'),
          test_problem: row.ref('excluded.test_problem'),
        })),
      )
      .execute()
    await writeAudit(db, actorOf(visitor), {
      action: 'service.test',
      record: { type: 'service', id },
      after: { works: problem === null },
    })
    return readService(call, id)
  },
}

const testedNow = (problem: string | null) => ({ tested_at: new Date(), test_problem: problem })

async function write(
  call: WriteCall,
  { service, version, entered }: { service: Service; version: string; entered: string[] },
  valuesFor: (tx: Tx) => Promise<Values | null>,
): Promise<ServiceRecord> {
  requireRecentProof(call)
  const { code } = service
  await saveRecord(call, {
    type: 'service',
    id: code,
    label: 'Service',
    version,
    read: (db) => readService({ ...call, db }, code),
    logged: ({ state, changed }) => ({ state, changed_at: changed?.at }),
    replaced: { entered },
    write: async (tx) =>
      writeServiceKeys(
        tx,
        { config: call.config, environment: call.serviceKeys.environment },
        { service, values: await valuesFor(tx), staffId: staffOf(call).id },
      ),
  })
  await call.serviceKeys.refresh()
  return readService(call, code)
}

const readAll = ({ db, config, serviceKeys: { environment } }: Call): Promise<ServiceRecord[]> =>
  readServices({ db, config, environment }, (stored) => ({ version: versionOf(stored?.encrypted ?? null) }))

async function readService(call: Call, id: string): Promise<ServiceRecord> {
  const found = (await readAll(call)).find((one) => one.id === id)
  if (!found) throw unknownService()
  return found
}

function requireService(id: string): Service {
  const service = services.find(({ code }) => code === id)
  if (!service) throw unknownService()
  return service
}

function requireOnlySms({ kind, code }: Service, stored: readonly StoredKeys[]) {
  if (kind !== 'sms') return
  const other = services.find(
    (one) =>
      one.kind === 'sms' &&
      one.code !== code &&
      stored.some(({ service, entered }) => service === one.code && entered),
  )
  if (other) throw otherSmsService(other.name)
}

/**
 * @param given the names that the form sent
 * @throws 409 for what the environment sets; 422 by field.
 */
function checkedValues(
  { config, serviceKeys: { environment } }: Call,
  service: Service,
  values: Values,
  given: readonly string[],
): Values {
  const byEnvironment: Values = { ...environment.serviceVariables, ...valuesIn(environment) }
  const taken = Object.keys(service.variables).filter((name) => byEnvironment[name] !== undefined)
  if (taken.some((name) => given.includes(name)) || taken.length === Object.keys(service.variables).length)
    throw setByEnvironment(taken)
  const errors: Record<string, string[]> = {}
  for (const name of given)
    if (!Object.hasOwn(service.variables, name)) errors[`values.${name}`] = ['This service has no such key']
  const checked: Record<string, string> = {}
  for (const [variable, rules] of Object.entries(service.variables)) {
    if (byEnvironment[variable] !== undefined) continue
    const value = values[variable] ?? ''
    const problem =
      value === '' ? 'is missing' : problemOf(value, rules, { name: service.name, mode: config.mode })
    if (problem !== undefined) errors[`values.${variable}`] = [sentenceOf(service, { variable, problem })]
    else checked[variable] = value
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return checked
}
