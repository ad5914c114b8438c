/** A complete address in the delivery area, as shoppers type it. */
export const address = {
  address_type: 'Shipping' as const,
  country_id: 101,
  state_id: 17,
  first_name: 'Asha',
  last_name: 'Rao',
  phone: '+91 98765 43210',
  address_line_1: '12 MG Road',
  city: 'Bengaluru',
  postcode: '560 001',
}
