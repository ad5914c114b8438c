-- Parcels, what is in them and where they were seen; and the outbox's word on what cannot be sent. Decisions §2, $Shipment.

create table shipments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  waybill text not null unique check (waybill ~ '^[A-Z0-9-]{6,40}$'),
  courier text not null,
  tracking_url text,                          -- the courier's own page of this parcel
  status text not null default 'shipped' check (status in ('shipped', 'in_transit', 'out_for_delivery', 'delivered')),
  promised_at date,                           -- the day the order was promised for
  expected_at date,                           -- the day it is expected now; later than promised: it is late
  is_test boolean not null default false,     -- the test courier carries it
  shipped_at timestamptz not null default now()
);
create index shipments_by_order on shipments (order_id, id);
create index shipments_of_test_courier on shipments (id) where is_test and status <> 'delivered';

create table shipment_items (
  shipment_id bigint not null references shipments,
  order_item_id bigint not null references order_items,
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, order_item_id)
);
create index shipment_items_by_item on shipment_items (order_item_id);

create table shipment_scans (
  id bigint generated always as identity primary key,
  shipment_id bigint not null references shipments,
  status text not null check (status in ('shipped', 'picked_up', 'in_transit', 'delayed', 'out_for_delivery', 'attempted', 'delivered')),
  location text not null default '',          -- a town or a hub, never a street: everybody who has the waybill reads it
  remark text not null default '',
  at timestamptz not null default now()
);
create index shipment_scans_by_shipment on shipment_scans (shipment_id, at desc, id desc);

-- A message that no later try will get through: it must not stand in the way of others, and somebody should look at it.
alter table outbox add column given_up_at timestamptz;
drop index outbox_unsent;
create index outbox_unsent on outbox (next_attempt_at) where sent_at is null and given_up_at is null;
