-- Parcels that are booked at couriers by the shop, with their labels. ADR 0035.
-- contract: 1.0.0 knows two actions of bulk work, which stay allowed
-- blocking: columns with constant defaults rewrite nothing, and bulk actions are few: their check reads a small table

create table courier_bookings (
  id bigint generated always as identity primary key,
  key uuid not null unique default gen_random_uuid(),  -- the courier books once for it, however often it is asked
  order_id bigint not null references orders on delete cascade,
  refund_id bigint references refunds on delete cascade, -- of a return: the parcel goes back to the shop
  courier text not null,                            -- the descriptor's code
  service text not null default '',                 -- of the courier's rates
  -- pending: the courier was asked and has not answered.
  status text not null default 'pending' check (status in ('pending', 'booked', 'failed', 'cancelled')),
  attempts integer not null default 1,
  problem text not null default '',                 -- for staff
  items jsonb not null,                             -- [{order_item_id, quantity}]
  weight_g integer check (weight_g > 0),
  carrier text not null default '',                 -- who carries it, as shoppers read it
  waybill text check (waybill ~ '^[A-Z0-9-]{6,40}$'),
  tracking_url text,
  price bigint check (price >= 0),                  -- in the order's currency
  has_label boolean not null default false,         -- a stored PDF, named by the key; deleted after 30 days
  label_pages integer,                              -- null: it cannot be put into one file with others
  pickup_on date,
  pickup_reference text not null default '',
  staff_id bigint references staff on delete set null,
  actor text not null,
  created_at timestamptz not null default now(),
  asked_at timestamptz not null default now(),      -- the last request to book or track it; infinity: it has arrived
  booked_at timestamptz,
  left_at timestamptz,                              -- when its shipment was written; the release before leaves it null
  check ((status = 'booked') <= (waybill is not null))
);
create index courier_bookings_by_order on courier_bookings (order_id, id);
create index courier_bookings_by_refund on courier_bookings (refund_id) where refund_id is not null;
create index courier_bookings_by_staff on courier_bookings (staff_id) where staff_id is not null;
create unique index courier_bookings_by_waybill on courier_bookings (waybill) where status = 'booked';
create index courier_bookings_pending on courier_bookings (id) where status = 'pending';
create index courier_bookings_open on courier_bookings (id) where left_at is null and status <> 'cancelled';
create index courier_bookings_to_track on courier_bookings (courier, asked_at) where status = 'booked';
create index courier_bookings_to_pick_up on courier_bookings (booked_at) where status = 'booked' and pickup_on is null;
create index courier_bookings_with_label on courier_bookings (booked_at) where has_label;

-- The courier of a delivery method, unless staff choose another one: the descriptor's code and one of its services.
alter table shipping_methods add column courier text not null default '', add column courier_service text not null default '';
-- Couriers that staff have switched off, by code.
alter table channels add column couriers_off text[] not null default '{}';
-- A bulk action may book: with this service of the courier.
alter table order_batches add column courier_service text not null default '';
alter table order_batches drop constraint if exists order_batches_action_check;
alter table order_batches add constraint order_batches_action_check check (action in ('pack', 'ship', 'book'));
