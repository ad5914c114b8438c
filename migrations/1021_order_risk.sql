-- no-transaction
-- Other orders paid on delivery to the same address, however it is spaced and capitalized. Back office, "Orders".
create index concurrently if not exists orders_cod_by_address on orders (lower(regexp_replace((shipping_address ->> 'postcode') || (shipping_address ->> 'address_line_1'), '[[:space:][:punct:]]+', '', 'g'))) where payment_method = 'cod';
