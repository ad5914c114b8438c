-- no-transaction
-- Products by name, search words, day of change and SKU, so that the list of the back office reads one page of 100,000 products.
create index concurrently if not exists products_by_name on products (name, id);
create index concurrently if not exists products_by_update on products (updated_at, id);
create index concurrently if not exists products_search on products using gin (to_tsvector('simple'::regconfig, translate(lower(name || ' ' || slug), '@.+-_/', '      ')));
create index concurrently if not exists variations_by_sku_prefix on variations (upper(sku) text_pattern_ops);
create index concurrently if not exists order_items_by_variation on order_items (variation_id) where variation_id is not null;
create index concurrently if not exists cart_items_by_variation on cart_items (variation_id);
