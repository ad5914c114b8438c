import { gateways } from '#server/commerce/gateways/gateways.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { ConfigurableCompany } from '#server/platform/config/service-variables.ts'
import { cdns } from '#server/shop/cdn/cdns.ts'
import { demoCourier } from './demo-courier.ts'
import { httpCourier } from './http-courier/descriptor.ts'
import type { Courier, CourierDescriptor, CourierServices } from './model/courier-descriptor.ts'

/** The couriers of the shop: the only list of them. */
export const couriers: readonly CourierDescriptor[] = [httpCourier, demoCourier]

/** Every company whose keys the environment or an owner may set. */
export const companies: readonly ConfigurableCompany[] = [...gateways, ...couriers, ...cdns]

/** The couriers that this shop can use now: those whose keys are set; production leaves out the demo courier. */
export const availableCouriers = ({
  mode,
  companyKeys = {},
}: Pick<Config, 'mode' | 'companyKeys'>): { descriptor: CourierDescriptor; keys: unknown }[] =>
  couriers
    .filter(({ isTest }) => !(isTest && mode === 'production'))
    .map((descriptor) => ({ descriptor, keys: companyKeys[descriptor.code] }))
    .filter(({ descriptor, keys }) => !descriptor.environment || keys !== undefined)

/** Undefined when there is no such courier, or its keys are not set. */
export function findCourier(services: CourierServices, code: string): Courier | undefined {
  const found = availableCouriers(services.config).find(({ descriptor }) => descriptor.code === code)
  return found?.descriptor.create(services, found.keys)
}

/** Whether it is a courier that moves no goods. */
export const isTestCourier = (code: string): boolean =>
  couriers.some((courier) => courier.code === code && courier.isTest)
