import type { Order } from '#contract/checkout.ts'

/** An order's items without cancelled ones, unless the whole order was cancelled. */
export const activeItems = ({ status, productchannel }: Pick<Order, 'status' | 'productchannel'>) =>
  status === 'cancelled' ? productchannel : productchannel.filter((item) => item.status !== 'cancelled')
