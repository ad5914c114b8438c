-- no-transaction
-- The order list by its filters, and by postcode and notes. ADR 0044.

-- All that the filters and the tabs ask for, read from the index alone: 100,000 orders are wide rows.
create index concurrently if not exists orders_filtered on orders (placed_at) include (id, status, grand_total, payment_status, payment_method, is_partly_shipped, channel_id, coupon_code);
create index concurrently if not exists orders_by_postcode on orders (upper(replace(shipping_address ->> 'postcode', ' ', '')) text_pattern_ops);
create index concurrently if not exists orders_search_instruction on orders using gin (to_tsvector('simple'::regconfig, translate(lower(instruction), '@.+-_/', '      '))) where instruction is not null;
create index concurrently if not exists order_notes_search on order_notes using gin (to_tsvector('simple'::regconfig, translate(lower(text), '@.+-_/', '      ')));
create index concurrently if not exists shipments_by_courier on shipments (courier, order_id);
