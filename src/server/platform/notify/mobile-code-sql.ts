/**
 * SQL of the country code of an order's phone (`+91`): orders store national digits, which belong to the
 * country that the order is delivered to; without one, to the shop's.
 * @param orderId SQL of the order's id; null for messages without an order
 */
export const mobileCodeOfOrder = (orderId: string) => `coalesce(
  (
    select country.mobile_code
    from orders delivered join countries country on country.id = (delivered.shipping_address ->> 'country_id')::integer
    where delivered.id = ${orderId}
  ),
  (
    select country.mobile_code from channels h join countries country on country.id = h.country_id
    where h.is_default limit 1
  ),
  ''
)`
