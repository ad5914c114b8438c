/** The sales channel of a request: prices, currency, country and language. Decisions §6, "Multi-channel". */
export type Channel = {
  id: number
  code: string
  name: string
  /** The host at which it is opened, with a port where it has one; null where the cookie chooses it. ADR 0033. */
  host: string | null
  is_default: boolean
  country_id: number
  /** Of two letters: `IN`. */
  country_code: string
  currency: string
  currency_symbol: string
  currency_decimals: number
  locale: string
  is_tax_included: boolean
  /** A reduction shows the lowest price of the 30 days before it (Directive 98/6/EC, Art. 6a). */
  omnibus: boolean
  /** How delivery and payment fees are taxed (`chargesTaxRate`). */
  delivery_tax: 'highest' | 'none' | 'fixed'
  /** Basis points; used where `delivery_tax` is `fixed`. */
  delivery_tax_rate_bp: number
  /** Days from the delivery in which consumers may withdraw from the contract; 0: no such right here. ADR 0033. */
  withdrawal_days: number
}
