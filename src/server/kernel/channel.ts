/** The sales channel of a request: prices, currency, country and language. Decisions §6, "Multi-channel". */
export type Channel = {
  id: number
  code: string
  country_id: number
  currency: string
  currency_symbol: string
  currency_decimals: number
  locale: string
  is_tax_included: boolean
}
