import type { FastifyInstance } from 'fastify'
import type { CompanyEnvironment } from '#server/platform/config/service-variables.ts'
import type { Gateway, PaymentServices } from './gateway.ts'
import type { KeyCheck } from './key-check.ts'

/**
 * Everything that the shop needs from a payment gateway. Configuration, doctor, webhooks, form targets and
 * the methods at the payment step are derived from it. One per folder of `gateways`, listed in
 * `gateways.ts`, which has those without a client itself. ADR 0035.
 */
export type GatewayDescriptor<Keys = unknown> = {
  /** Code of its payment methods. */
  code: string
  /** Display name for operators. */
  name: string
  /** Orders wait for their payment. Must agree with `isPaidFirst` of the contract. */
  isOnline: boolean
  /** Takes no money, so production does not offer it. Security §21. */
  isTest?: true
  /** The variables that enable it. Without any it is always enabled. */
  environment?: CompanyEnvironment<Keys>
  /** The method that is added to every channel while it is enabled; an operator may change its texts. */
  method?: { name: string; description: string; sort_order: number }
  /** Origins that a form of the payment step may post to. Security §13. */
  formTargets?(keys: Keys): string[]
  /** Events that the operator subscribes its webhook to. */
  webhookEvents?: readonly string[]
  /**
   * Asks the company whether it accepts the keys, by a request that changes nothing.
   * @throws when it does not answer, or not readably.
   */
  checkKeys?(keys: Keys): Promise<KeyCheck>
  create(services: PaymentServices, keys: Keys): Gateway
  /**
   * Registers its own routes besides the webhook, also before it has keys: an owner may enter them later.
   * @param readKeys those in force now; undefined without.
   */
  serve?(
    app: FastifyInstance,
    services: PaymentServices,
    readKeys: () => Keys | undefined,
    actions: GatewayActions,
  ): void
}

/** Actions of the shop for a gateway's own routes. */
export type GatewayActions = {
  /** Asks the gateway about a payment now instead of at the next sweep. */
  confirmPayment(gatewayPaymentId: string): Promise<void>
  /** Pages of an order that the shopper is sent to. */
  pagesOf(orderId: number, token: string): { complete: string; failed: string }
}

/** Checks a descriptor against the type of its keys, which the list of gateways does not know. */
export const defineGateway = <Keys = undefined>(descriptor: GatewayDescriptor<Keys>): GatewayDescriptor =>
  descriptor

/** Comma-separated secrets: all are accepted during a rotation. */
export const listOfSecrets = (text: string): string[] => text.split(',').map((secret) => secret.trim())
