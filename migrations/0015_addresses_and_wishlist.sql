-- A customer's address book and wishlist. Spec §3 (Address, Wishlist item), decisions §4 and §5 (address, wishlist).

create table addresses (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  address_type text not null check (address_type in ('Shipping', 'Billing')),
  is_default boolean not null default false,
  country_id integer not null references countries,
  state_id integer references states,
  state_name text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  phone text not null default '',
  address_line_1 text not null default '',
  address_line_2 text not null default '',
  city text not null default '',
  postcode text not null default ''
);
create index addresses_by_customer on addresses (customer_id, id desc);
create unique index addresses_one_default on addresses (customer_id, address_type) where is_default;

-- A cart's address is a copy: it stays when the saved one goes.
alter table cart_addresses
  add constraint cart_addresses_saved foreign key (address_id) references addresses on delete set null;
create index cart_addresses_by_saved on cart_addresses (address_id) where address_id is not null;

create table wishlist_items (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  variation_id integer not null references variations on delete cascade,
  price_at_add bigint not null check (price_at_add >= 0),   -- minor units of `currency`
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  added_at timestamptz not null default now(),
  unique (customer_id, variation_id)
);
create index wishlist_items_by_variation on wishlist_items (variation_id);
