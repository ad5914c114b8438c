import type { Address } from '#contract/cart.ts'

type Shown = Pick<
  Address,
  | 'first_name'
  | 'last_name'
  | 'address_line_1'
  | 'address_line_2'
  | 'city'
  | 'state_name'
  | 'postcode'
  | 'country_name'
  | 'tax_no'
>

/** An address in postal format, without empty lines. */
export function AddressText({ address }: { address: Shown }) {
  const lines = [
    [address.first_name, address.last_name],
    [address.address_line_1],
    [address.address_line_2],
    [address.city, address.postcode],
    [[address.state_name, address.country_name].filter(Boolean).join(', ')],
    [address.tax_no && `Tax number ${address.tax_no}`],
  ]
  return lines
    .map((words) => words.filter(Boolean).join(' '))
    .filter(Boolean)
    .map((line, at) => (
      <span key={line}>
        {at > 0 && <br />}
        {line}
      </span>
    ))
}
