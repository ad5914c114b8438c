-- no-transaction
-- Records with values of their own: a shop without custom fields has empty indexes.
create index concurrently if not exists products_with_fields on products (id) where custom <> '{}';
create index concurrently if not exists variations_with_fields on variations (product_id) where custom <> '{}';
create index concurrently if not exists customers_with_fields on customers (id) where custom <> '{}';
create index concurrently if not exists orders_with_fields on orders (id) where custom <> '{}';
