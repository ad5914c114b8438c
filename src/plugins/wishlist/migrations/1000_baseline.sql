-- The wishlist's mails about lower prices, and its place in the list of plugins. The table wishlist_items is one of the shop's.
-- baseline
-- contract: 1.0.0 releases before it have other migrations

-- Customers who agreed to an email when a saved product gets cheaper. The row is deleted when they withdraw.
create table wishlist_price_notices (
  customer_id bigint primary key references customers on delete cascade,
  agreed_at timestamptz not null default now()
);

-- The price of the last email about it, in minor units of `currency`: only a lower one is another price drop.
alter table wishlist_items add column notified_price bigint;

-- Active until it is switched off.
insert into plugins (module_name, is_active) values ('Wishlist', true) on conflict (module_name) do nothing;
