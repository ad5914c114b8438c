import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import type { settingsRoutes } from './routes.ts'

const ServiceKind = z.enum(['payment', 'courier', 'cdn', 'mail', 'sms'])
export type ServiceKind = z.infer<typeof ServiceKind>

export const ServiceRecord = z.object({
  id: z.string(),
  name: z.string(),
  kind: ServiceKind,
  version: z.string(),
  /** `incomplete`: entered keys that the shop cannot use, `problem` says why. `unreadable`: encrypted with a secret that is lost. */
  state: z.enum(['not_set', 'entered', 'environment', 'incomplete', 'unreadable']),
  problem: z.string().nullable(),
  variables: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      is_secret: z.boolean(),
      /** What may be shown of the value; null without one. */
      shown: z.string().nullable(),
      is_by_environment: z.boolean(),
    }),
  ),
  /** Who entered or removed the keys last; null for neither. */
  changed: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
  /** The last test of the present keys; `problem` is null when they worked. */
  tested: z.object({ at: z.string(), problem: z.string().nullable() }).nullable(),
  /** Where a payment company sends its events. */
  webhook: z.object({ url: z.string(), events: z.array(z.string()) }).nullable(),
  /** What does not work any more without the keys. */
  stops: z.array(z.string()),
})
export type ServiceRecord = z.infer<typeof ServiceRecord>

const id = z.string().regex(/^[a-z0-9_]{1,40}$/, 'Use the id of a service')
const Version = z.string().min(1).max(64)
const writes = { access: 'staff', permission: 'services.write', notForKeys: true, whileLocked: true } as const

export const adminServicesEndpoints = defineEndpoints<(typeof settingsRoutes)['adminServices']>()({
  list: {
    summary: 'The services of payment, mail and SMS with the state of their keys; values are masked',
    input: z.object({}),
    data: z.object({ services: z.array(ServiceRecord) }),
    ...writes,
  },
  update: {
    summary: 'Enters the keys of a service; a value that is left out stays',
    input: z.object({
      id,
      version: Version,
      values: z.record(z.string().max(60), z.string().trim().max(1_000, 'Use at most 1,000 characters')),
    }),
    data: ServiceRecord,
    refusals: ['STALE_RECORD', 'SET_BY_ENVIRONMENT', 'OTHER_SMS_SERVICE'],
    credentialRefusals: ['PROOF_REQUIRED'],
    ...writes,
  },
  remove: {
    summary: 'Removes the entered keys of a service',
    input: z.object({ id, version: Version }),
    data: ServiceRecord,
    refusals: ['STALE_RECORD'],
    credentialRefusals: ['PROOF_REQUIRED'],
    ...writes,
  },
  test: {
    summary:
      'Tests the keys in force: sends a mail to the caller, an SMS to a number, or starts a payment of one unit and closes it',
    input: z.object({
      id,
      /** Of an SMS. */
      to: z
        .string()
        .trim()
        .regex(/^\+[1-9]\d{7,14}$/, 'Use a number with its country code, such as +919876543210')
        .optional(),
    }),
    data: ServiceRecord,
    refusals: ['NO_SERVICE_KEYS'],
    ...writes,
  },
})
