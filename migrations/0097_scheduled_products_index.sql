-- no-transaction
-- The next products to publish or unpublish, and the scheduled ones of the list.
create index concurrently if not exists products_scheduled on products (least(publish_at, unpublish_at)) where publish_at is not null or unpublish_at is not null;
