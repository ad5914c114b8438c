/** What a product is, with its label: only goods are delivered and have a stock. ADR 0029. */
export const productKinds = {
  goods: 'Goods that are delivered',
  digital: 'Digital goods or a service',
  voucher: 'Gift card',
} as const
export type ProductKind = keyof typeof productKinds

type OfKind = { kind: ProductKind }

export const isDelivered = ({ kind }: OfKind) => kind === 'goods'

/**
 * A voucher is paid in full and taxed when it is redeemed (multi-purpose voucher, Directive 2006/112/EC Art. 30b): no discount takes
 * anything off it, and no stored value pays for it.
 */
export const isVoucher = ({ kind }: OfKind) => kind === 'voucher'

/** What vouchers among lines cost, in minor units. */
export const voucherTotal = (
  lines: readonly (OfKind & { quantity: number; selling_price: number })[],
): number => lines.filter(isVoucher).reduce((sum, line) => sum + line.quantity * line.selling_price, 0)

/** The delivery method of a cart without goods; codes of the shop's methods have no colon. */
export const noDelivery = { code: ':none', name: 'By e-mail' } as const

/** Nothing of a cart or an order is delivered: its shipping address is that of the buyer. */
export const isWithoutDelivery = ({ shipping_method }: { shipping_method: { code: string } | null }) =>
  shipping_method?.code === noDelivery.code
