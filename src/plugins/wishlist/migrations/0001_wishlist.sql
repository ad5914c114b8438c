-- Shops from before the wishlist was a plugin have this table from their own migration 0015, and keep its rows.
create table if not exists wishlist_items (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  variation_id integer not null references variations on delete cascade,
  price_at_add bigint not null check (price_at_add >= 0),   -- minor units of `currency`
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  added_at timestamptz not null default now(),
  unique (customer_id, variation_id)
);
create index if not exists wishlist_items_by_variation on wishlist_items (variation_id);

-- Every shop had a wishlist: it stays on until it is switched off.
insert into plugins (module_name, is_active) values ('Wishlist', true) on conflict (module_name) do nothing;
