-- no-transaction
-- Orders and customers by the last digits of a phone number. 1,000,000 numbers: 30 MB. ADR 0044.
create index concurrently if not exists orders_by_phone_end on orders (reverse(phone) text_pattern_ops) where phone is not null;
create index concurrently if not exists customers_by_phone_end on customers (reverse(coalesce(phone, guest_phone)) text_pattern_ops)
  where coalesce(phone, guest_phone) is not null;
