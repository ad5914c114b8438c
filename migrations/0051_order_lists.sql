-- no-transaction
-- Orders by state, total, day and search words, so that a list of the back office reads one page of 100,000 orders.
create index concurrently if not exists orders_by_status on orders (status, id desc);
create index concurrently if not exists orders_by_total on orders (grand_total, id);
create index concurrently if not exists orders_by_day on orders (channel_id, placed_at);
create index concurrently if not exists orders_search on orders using gin (to_tsvector('simple'::regconfig, translate(lower(order_no || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || right(coalesce(phone, ''), 10) || ' ' || coalesce(shipping_address ->> 'first_name', '') || ' ' || coalesce(shipping_address ->> 'last_name', '') || ' ' || coalesce(shipping_address ->> 'city', '')), '@.+-_/', '      ')));
create index concurrently if not exists order_items_by_sku on order_items (upper(sku) text_pattern_ops);
create index concurrently if not exists orders_transfer_pending on orders (id) where payment_status = 'pending' and payment_method = 'bank_transfer';
create index concurrently if not exists orders_to_review on orders (id) where review_reason is not null;
create index concurrently if not exists outbox_given_up on outbox (id) where given_up_at is not null;
