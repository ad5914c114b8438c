-- Orders after they were placed: cancelled in part, sent back, invoiced. Decisions §2, §4 and §5; ADR 0010.

-- Basis points, as it was when the order was made: what an invoice says must not change with the shop's rates.
alter table order_items add column tax_rate integer not null default 0 check (tax_rate between 0 and 10000);
update order_items i set tax_rate = t.rate_bp
from orders o, channels c, variations v, products p, tax_rates t
where o.id = i.order_id and c.id = o.channel_id and v.id = i.variation_id and p.id = v.product_id
  and t.country_id = c.country_id and t.tax_class = p.tax_class;

create table order_cancellations (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  is_whole boolean not null,
  reason text not null,
  comment text not null default '',
  amount bigint not null check (amount >= 0),       -- what the order became less by
  refunded bigint not null default 0 check (refunded >= 0),   -- on its way back by the gateway
  owed bigint not null default 0 check (owed >= 0), -- was paid past any gateway: somebody has to pay it back by hand
  at timestamptz not null default now(),
  check (refunded + owed <= amount)
);
create index order_cancellations_by_order on order_cancellations (order_id, id);

-- Some pieces of a line may be cancelled or sent back: they become a line of their own.
alter table order_items add column split_from bigint references order_items;
alter table order_items add column cancellation_id bigint references order_cancellations;

create sequence refund_numbers start 1001;

create table refunds (
  id bigint generated always as identity primary key,
  refund_no text not null unique default 'RF-' || nextval('refund_numbers'),
  order_id bigint not null references orders,
  status text not null default 'refund_requested'
    check (status in ('refund_requested', 'refund_approved', 'refund_rejected', 'returned', 'refunded')),
  refund_to text not null check (refund_to = 'original'),
  amount bigint not null check (amount > 0),
  note text not null default '',                    -- the shop's word to the shopper
  is_by_hand boolean not null default false,        -- was paid past any gateway: somebody has to pay it back
  requested_at timestamptz not null default now(),
  refunded_at timestamptz
);
-- The state of the order is that of its refund: there is one. Decisions §2, status machine.
create unique index refunds_one_per_order on refunds (order_id);

create table refund_items (
  refund_id bigint not null references refunds,
  order_item_id bigint not null unique references order_items,
  reason text not null,
  comment text not null default '',
  images text[] not null default '{}',              -- paths in the media folder
  primary key (refund_id, order_item_id)
);

-- Photos that came with a request, and those that may still come with one; unused ones go after a day. Security §12.
create table refund_photos (
  path text primary key,
  order_id bigint not null references orders,
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now(),
  refund_id bigint references refunds
);
create index refund_photos_unused on refund_photos (created_at) where refund_id is null;

-- Numbers of invoices have no gaps, so they cannot come from a sequence.
create table invoice_numbers (
  year integer primary key,
  last integer not null check (last > 0)
);

create table invoices (
  order_id bigint primary key references orders,
  invoice_no text not null unique,
  issued_at timestamptz not null default now(),
  document jsonb not null                           -- every word of it, as it was issued
);
