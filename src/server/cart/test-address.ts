/** For tests: an address in the delivery area, but for its state, whose number is the shop's. */
export const addressForTests = {
  address_type: 'Shipping' as const,
  country_id: 101,
  first_name: 'Asha',
  last_name: 'Rao',
  phone: '9876543210',
  address_line_1: '12 MG Road',
  city: 'Bengaluru',
  postcode: '560001',
}
