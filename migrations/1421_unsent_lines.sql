-- no-transaction
-- The few lines without delivery, for what issues gift cards.
create index concurrently if not exists order_items_without_delivery on order_items (id) where kind <> 'goods';
