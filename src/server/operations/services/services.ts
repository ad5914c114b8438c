import type { ServiceKind } from '#contract/admin/settings/services.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { companies, couriers } from '#server/commerce/couriers/couriers.ts'
import { webhooksOf } from '#server/commerce/gateways/find-gateway.ts'
import { gateways } from '#server/commerce/gateways/gateways.ts'
import type { Config } from '#server/platform/config/config.ts'
import {
  type MessageVariable,
  mailOf,
  messageValuesOf,
  messageVariables,
  smsOf,
} from '#server/platform/config/message-config.ts'
import { readCompanyKeys, type ServiceVariable } from '#server/platform/config/service-variables.ts'
import type { ServiceKeys } from '#server/platform/kernel/context.ts'
import { cdns } from '#server/shop/cdn/cdns.ts'

/** A service outside the shop whose keys an owner may enter. ADR 0035. */
export type Service = {
  code: string
  name: string
  kind: ServiceKind
  variables: Readonly<Record<string, ServiceVariable>>
}

export type Values = Readonly<Record<string, string>>
export type Keys = Pick<Config, 'mail' | 'sms' | 'companyKeys'>
/** What the environment sets, and the mode that entered values must fit. */
export type Environment = ServiceKeys['environment']

const withVariables = (names: readonly MessageVariable[]) =>
  Object.fromEntries(names.map((name) => [name, messageVariables[name]]))

/** Every service, in the order of the screen: payment companies, couriers and shared caches as their descriptors are listed. */
export const services: readonly Service[] = [
  ...gateways.flatMap(({ code, name, environment }) =>
    environment ? [{ code, name, kind: 'payment' as const, variables: environment.variables }] : [],
  ),
  ...couriers.flatMap(({ code, name, environment }) =>
    environment ? [{ code, name, kind: 'courier' as const, variables: environment.variables }] : [],
  ),
  ...cdns.map(({ code, name, environment }) => ({
    code,
    name,
    kind: 'cdn' as const,
    variables: environment.variables,
  })),
  { code: 'mail', name: 'Mail server', kind: 'mail', variables: withVariables(['SMTP_URL', 'MAIL_FROM']) },
  {
    code: 'msg91',
    name: 'MSG91',
    kind: 'sms',
    variables: withVariables(['MSG91_AUTH_KEY', 'MSG91_TEMPLATE_ID']),
  },
  {
    code: 'twilio',
    name: 'Twilio',
    kind: 'sms',
    variables: withVariables(['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM']),
  },
  {
    code: 'sms_webhook',
    name: 'Your own SMS service',
    kind: 'sms',
    variables: withVariables(['SMS_WEBHOOK_URL']),
  },
]

/**
 * The keys in force: those of the environment, and entered ones of services that it does not have. What is wrong with the entered ones
 * is added to `problems`.
 */
export function keysInForce(
  environment: Environment,
  entered: Values,
  problems: { variable: string; problem: string }[] = [],
): Keys {
  const { mode, mail, sms, companyKeys, serviceVariables } = environment
  const values: Values = { ...entered, ...serviceVariables }
  const readVariable = (name: string) => ownValue(values, name)
  return {
    mail: mail ?? mailOf(values, problems),
    sms: sms ?? smsOf(values, problems),
    companyKeys: { ...readCompanyKeys(companies, { readVariable, mode, problems }), ...companyKeys },
  }
}

/** The values of these keys, by variable. */
export function valuesIn(keys: Keys): Values {
  const values: Record<string, string> = { ...messageValuesOf(keys) }
  for (const { code, environment } of companies) {
    const own = keys.companyKeys?.[code]
    if (own === undefined) continue
    for (const [name, { valueIn }] of Object.entries(environment?.variables ?? {}))
      values[name] = valueIn(own)
  }
  return values
}

/** The services that this shop may use: of the shared caches only the one that `CDN` names. */
export const servicesOf = ({ cdn }: Pick<Config, 'cdn'>): readonly Service[] =>
  services.filter(({ kind, code }) => kind !== 'cdn' || code === cdn)

/** The values of a service; undefined unless all of them are there. */
export function valuesOf({ variables }: Service, values: Values): Values | undefined {
  const own = Object.keys(variables).flatMap((name) => {
    const value = ownValue(values, name)
    return value ? [[name, value] as const] : []
  })
  return own.length === Object.keys(variables).length ? Object.fromEntries(own) : undefined
}

/** Where a payment company or a courier sends its events, once the shop has keys of it. */
export const webhookOf = (code: string, config: Pick<Config, 'mode' | 'storeUrl'>) => {
  if (couriers.some((courier) => courier.code === code))
    return { url: `${config.storeUrl}/api/couriers/webhook/${code}`, events: ['scans'] }
  const every = Object.fromEntries(gateways.map((gateway) => [gateway.code, {}]))
  const path = `/api/payments/webhook/${code}`
  const found = webhooksOf({ mode: config.mode, companyKeys: every }).find((one) => one.path === path)
  return found ? { url: `${config.storeUrl}${path}`, events: [...found.events] } : null
}
