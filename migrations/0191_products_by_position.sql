-- no-transaction
-- The place of a new product, after all others, without reading all of them. ADR 0053.
create index concurrently if not exists products_by_position on products (position);
