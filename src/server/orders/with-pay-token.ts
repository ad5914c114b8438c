import type { Order } from '#contract/checkout.ts'
import { orderToken } from '../checkout/order-token.ts'
import type { CallContext } from '../http/context.ts'

/** The way to pay leads over the checkout's end, whose key is the token. */
export const withPayToken = ({ config }: Pick<CallContext, 'config'>, order: Order): Order =>
  order.can_pay ? { ...order, token: orderToken(config.tokenSecret, order.id, 'complete') } : order
