import type { Config } from '#server/platform/config/config.ts'
import { gateways } from './gateways.ts'
import type { Gateway, OnlineGateway, PaymentServices } from './model/gateway.ts'
import type { GatewayDescriptor } from './model/gateway-descriptor.ts'

type GatewayConfig = Pick<Config, 'mode' | 'companyKeys'>

/** The gateways that this shop could use with keys of theirs; production leaves out the test gateway. */
export const possibleGateways = ({ mode }: Pick<Config, 'mode'>): GatewayDescriptor[] =>
  gateways.filter(({ isTest }) => !(isTest && mode === 'production'))

/** The gateways that this shop can use now, with their keys. A gateway that needs keys is left out without them. */
export const availableGateways = ({
  mode,
  companyKeys = {},
}: GatewayConfig): { gateway: GatewayDescriptor; keys: unknown }[] =>
  possibleGateways({ mode })
    .map((gateway) => ({ gateway, keys: companyKeys[gateway.code] }))
    .filter(({ gateway, keys }) => !gateway.environment || keys !== undefined)

/** The gateway of a payment method; undefined when there is none, or it is not available in this shop. */
export function findGateway(services: PaymentServices, code: string): Gateway | undefined {
  const found = availableGateways(services.config).find(({ gateway }) => gateway.code === code)
  return found?.gateway.create(services, found.keys)
}

export function findOnlineGateway(services: PaymentServices, code: string): OnlineGateway | undefined {
  const gateway = findGateway(services, code)
  return gateway?.isOnline ? gateway : undefined
}

/** Origins of payment pages that a form of the shop posts to, for the CSP's `form-action`. Security §13. */
export const formTargetsOf = (config: GatewayConfig): string[] =>
  availableGateways(config).flatMap(({ gateway, keys }) => gateway.formTargets?.(keys) ?? [])

/** The webhook URL and events that an operator registers at each enabled payment company. */
export const webhooksOf = (config: GatewayConfig) =>
  availableGateways(config).flatMap(({ gateway: { code, name, webhookEvents } }) =>
    webhookEvents ? [{ name, path: `/api/payments/webhook/${code}`, events: webhookEvents }] : [],
  )
