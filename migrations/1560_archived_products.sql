-- Products that are out of the way: not in the shop, and not in the lists of the back office, but named by orders, returns and reports. ADR 0029.
-- They are unpublished, so that every release leaves them out of the shop.
-- blocking: columns that are null rewrite nothing, and the index is of a column that is null in every row
alter table products
  add column archived_at timestamptz,
  -- What restoring brings back: {is_published, publish_at, unpublish_at, batch}, with the bulk change that archived it.
  add column archived_from jsonb;
create index products_archived on products (id) where archived_at is not null;

-- A release that knows no archive publishes its products as drafts: then they are in the lists again.
create function restore_published_product() returns trigger language plpgsql as $$
begin
  new.archived_at := null;
  new.archived_from := null;
  return new;
end $$;
create trigger restore_published_product before update of is_published on products
  for each row when (new.is_published and new.archived_at is not null) execute function restore_published_product();
