-- no-transaction
-- Variations that are sold out or low, for the list's filter and the first screen; the few blocked among 1,000,000 customers.
create index concurrently if not exists variations_low_stock on variations (stock, id) include (product_id, is_published) where tracks_stock and stock <= 5;
create index concurrently if not exists customers_blocked on customers (id) where is_blocked;
