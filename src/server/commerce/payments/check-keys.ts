import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#server/platform/config/config.ts'
import { availableGateways } from '../gateways/find-gateway.ts'
import type { KeyCheck } from '../gateways/model/key-check.ts'
import { noKeysToCheck } from './model/refusals.ts'

/** Staff are waiting; the clients repeat a request, so that their own limit is longer. */
const TIMEOUT_MS = 10_000

export type KeyCheckResult = KeyCheck | 'unreachable'

type GatewayConfig = Pick<Config, 'mode' | 'companyKeys'>

/** Whether the keys of a payment method's company are set and can be checked. */
export const canCheckKeys = (config: GatewayConfig, code: string): boolean =>
  findCheckable(config, code) !== undefined

const findCheckable = (config: GatewayConfig, code: string) =>
  availableGateways(config).find(({ gateway }) => gateway.code === code && gateway.checkKeys)

/**
 * Asks the payment company whether it accepts the keys in force. Nothing is changed there.
 * @throws 409 NO_PAYMENT_KEYS for a method without keys, or whose keys are not set.
 */
export async function checkGatewayKeys(
  config: GatewayConfig,
  code: string,
  onFailure: (error: unknown) => void,
): Promise<KeyCheckResult> {
  const found = findCheckable(config, code)
  if (!found) throw noKeysToCheck()
  const answered = new AbortController()
  const late = sleep(TIMEOUT_MS, undefined, { signal: answered.signal }).then(() => {
    throw new Error('The payment company did not answer in time')
  })
  // Aborted after an answer.
  late.catch(() => {})
  try {
    return (await Promise.race([found.gateway.checkKeys?.(found.keys), late])) ?? 'unreachable'
  } catch (error) {
    onFailure(error)
    return 'unreachable'
  } finally {
    answered.abort()
  }
}
