-- no-transaction
-- What rules of customers ask of orders. ADR 0040.

-- Read alone, in place of the wide rows: number, amount and last order of each customer.
create index concurrently if not exists orders_by_buyer on orders (coalesce(customer_id, guest_id)) include (customer_id, guest_id, status, currency, grand_total, placed_at) where coalesce(customer_id, guest_id) is not null;
create index concurrently if not exists orders_by_state on orders (lower(shipping_address ->> 'state_name'));
create index concurrently if not exists orders_by_town on orders (lower(trim(shipping_address ->> 'city')));
