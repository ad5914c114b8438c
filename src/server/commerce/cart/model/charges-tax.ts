import type { Channel } from '#server/platform/kernel/channel.ts'
import type { CartRow } from './cart-row.ts'

type Taxed = Pick<CartRow, 'addresses'> & { lines: readonly { tax_rate: number }[] }

/**
 * The tax rate of delivery and payment fee in basis points. Both are part of the supply of the goods, so by default
 * they have the highest rate among them; a fixed rate is one of the channel's country, and goods for other countries
 * keep the rates of their own. ADR 0038.
 */
export function chargesTaxRate(
  { addresses, lines }: Taxed,
  { country_id, delivery_tax, delivery_tax_rate_bp }: Channel,
): number {
  if (delivery_tax === 'none') return 0
  const isAbroad = addresses.some(
    (address) => address.address_type === 'Shipping' && address.country_id !== country_id,
  )
  if (delivery_tax === 'fixed' && !isAbroad) return delivery_tax_rate_bp
  return Math.max(0, ...lines.map(({ tax_rate }) => tax_rate))
}

/** Number of equal taxes that a tax of the channel's country consists of: India's GST is CGST and SGST within a state. */
export const taxPartsOf = ({ country_code }: Pick<Channel, 'country_code'>): 1 | 2 =>
  country_code === 'IN' ? 2 : 1
