import type { Order } from '#contract/checkout.ts'

/** What an order is: without the pieces that were cancelled of it, unless all of it was. */
export const keptItems = ({ status, productchannel }: Pick<Order, 'status' | 'productchannel'>) =>
  status === 'cancelled' ? productchannel : productchannel.filter((item) => item.status !== 'cancelled')
