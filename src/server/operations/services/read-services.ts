import type { ServiceRecord } from '#contract/admin/settings/services.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import type { Config } from '#server/platform/config/config.ts'
import { shownValue } from '#server/platform/config/service-variables.ts'
import { signFor } from '#server/platform/config/sign-for.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { enteredValues, readStoredKeys, type StoredKeys } from './service-keys.ts'
import {
  type Environment,
  keysInForce,
  type Service,
  servicesOf,
  type Values,
  valuesIn,
  valuesOf,
  webhookOf,
} from './services.ts'

type Reading = { db: Db | Tx; config: Config; environment: Environment }
type State = Omit<ServiceRecord, 'version'>

/** Every service with the state of its keys; `rowOf` adds what only the caller needs, such as the version. */
export async function readServices<More extends object>(
  { db, config, environment }: Reading,
  rowOf: (stored: StoredKeys | undefined) => More,
): Promise<(State & More)[]> {
  const [stored, waiting] = await Promise.all([readStoredKeys(db, config), countWaiting.all(db)])
  const problems: { variable: string; problem: string }[] = []
  const inForce = valuesIn(keysInForce(environment, enteredValues(stored), problems))
  const byEnvironment: Values = { ...environment.serviceVariables, ...valuesIn(environment) }
  return servicesOf(config).map((service) => {
    const row = stored.find((one) => one.service === service.code)
    const own = waiting.find(({ gateway }) => gateway === service.code)
    return {
      ...describe(service, { row, inForce, byEnvironment, problems }),
      tested: testedOf(service, { row, inForce, config }),
      webhook: ['payment', 'courier'].includes(service.kind) ? webhookOf(service.code, config) : null,
      stops: stopsOf(service, own),
      ...rowOf(row),
    }
  })
}

type Found = {
  row: StoredKeys | undefined
  inForce: Values
  byEnvironment: Values
  problems: readonly { variable: string; problem: string }[]
}

function describe(service: Service, { row, inForce, byEnvironment, problems }: Found) {
  const { code, name, kind, variables } = service
  const values = { ...row?.entered, ...byEnvironment }
  const [problem] = problems.filter(({ variable }) => Object.hasOwn(variables, variable))
  const isUsed = valuesOf(service, inForce) !== undefined
  return {
    id: code,
    name,
    kind,
    state: stateOf(row, { isUsed, isByEnvironment: valuesOf(service, byEnvironment) !== undefined }),
    problem:
      isUsed || !row?.entered ? null : problem ? sentenceOf(service, problem) : 'Another service is used.',
    variables: Object.entries(variables).map(([variable, rules]) => {
      const value = values[variable]
      return {
        name: variable,
        label: rules.label,
        is_secret: rules.isSecret,
        shown: value === undefined ? null : shownValue(rules, value),
        is_by_environment: byEnvironment[variable] !== undefined,
      }
    }),
    // A test alone makes a row too.
    changed:
      row && (row.encrypted !== null || row.changed_by !== null)
        ? { at: row.changed_at.toISOString(), by: row.changed_by }
        : null,
  }
}

function stateOf(
  row: StoredKeys | undefined,
  { isUsed, isByEnvironment }: { isUsed: boolean; isByEnvironment: boolean },
): State['state'] {
  if (isByEnvironment) return 'environment'
  if (row && row.entered === undefined) return 'unreadable'
  if (!row?.entered) return 'not_set'
  return isUsed ? 'entered' : 'incomplete'
}

/** `Secret key must be a live key in production` */
export const sentenceOf = (
  { variables }: Service,
  { variable, problem }: { variable: string; problem: string },
): string => `${variables[variable]?.label ?? variable} ${problem}`

function testedOf(
  service: Service,
  { row, inForce, config }: { row: StoredKeys | undefined; inForce: Values; config: Config },
): State['tested'] {
  const values = valuesOf(service, inForce)
  if (!row?.tested_at || !values || row.tested_keys !== hashOfKeys(config, values)) return null
  return { at: row.tested_at.toISOString(), problem: row.test_problem }
}

/** Tells whether a test was of the present keys, without their values. */
export const hashOfKeys = (config: Config, values: Values): string =>
  signFor(
    config,
    'fingerprint',
    JSON.stringify(
      keysOf(values)
        .toSorted()
        .map((name) => [name, values[name]]),
    ),
  )

type Waiting = { gateway: string; payments: number; refunds: number }

function stopsOf({ kind, name }: Service, waiting: Waiting | undefined): string[] {
  if (kind === 'mail')
    return [
      'No mail is sent: messages about orders wait in the outbox for three days at most, and codes for ten minutes.',
    ]
  if (kind === 'sms')
    return ['No SMS are sent: messages about orders wait in the outbox, and codes for ten minutes at most.']
  if (kind === 'courier')
    return [
      `Without keys no parcel is booked at ${name}. Bookings that wait for its answer go on waiting, and tracking stops.`,
    ]
  if (kind === 'cdn')
    return [`Without keys ${name} keeps no pages: every request is answered by the shop itself.`]
  const { payments = 0, refunds = 0 } = waiting ?? {}
  return [
    `${name} is not offered at the checkout.`,
    ...(payments > 0 ? [`Payments under way there, whose result the shop cannot ask for: ${payments}.`] : []),
    ...(refunds > 0 ? [`Refunds that ${name} has yet to carry out, which wait: ${refunds}.`] : []),
  ]
}

const countWaiting = prepared<Waiting>(
  'count payments and refunds that wait',
  `select gateway, sum(payments)::integer as payments, sum(refunds)::integer as refunds from (
    select gateway, 1 as payments, 0 as refunds from payments where status in ('created', 'requires_action', 'processing')
    union all
    select p.gateway, 0, 1 from payment_refunds r join payments p on p.id = r.payment_id where r.status = 'due'
  ) waiting group by gateway`,
)
