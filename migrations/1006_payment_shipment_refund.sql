-- Payments, parcels, invoices and what is paid back. Decisions §2 and §3 (Stock), $Shipment; security §16 and §17.
-- baseline
-- contract: 1.0.0 releases before it have other migrations

-- Parcels, what is in them and where they were seen. Decisions §2, $Shipment.
create table shipments (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  waybill text not null unique check (waybill ~ '^[A-Z0-9-]{6,40}$'),
  courier text not null,
  tracking_url text,                                -- the courier's own page of this parcel
  status text not null default 'shipped' check (status in ('shipped', 'in_transit', 'out_for_delivery', 'delivered')),
  promised_at date,                                 -- the day the order was promised for
  expected_at date,                                 -- the day it is expected now; later than promised: it is late
  is_test boolean not null default false,           -- the test courier carries it
  shipped_at timestamptz not null default now()
);
create index shipments_by_order on shipments (order_id, id);
create index shipments_of_test_courier on shipments (id) where is_test and status <> 'delivered';

create table shipment_items (
  shipment_id bigint not null references shipments,
  order_item_id bigint not null references order_items,
  quantity integer not null check (quantity > 0),
  -- The share of the line that was billed with this shipment; null where the first invoice billed the whole order.
  discount bigint,
  tax bigint,
  total bigint,
  primary key (shipment_id, order_item_id)
);
create index shipment_items_by_item on shipment_items (order_item_id);

create table shipment_scans (
  id bigint generated always as identity primary key,
  shipment_id bigint not null references shipments,
  status text not null check (status in ('shipped', 'picked_up', 'in_transit', 'delayed', 'out_for_delivery', 'attempted', 'delivered')),
  location text not null default '',                -- a town or a hub, never a street: everybody who has the waybill reads it
  remark text not null default '',
  at timestamptz not null default now()
);
create index shipment_scans_by_shipment on shipment_scans (shipment_id, at desc, id desc);

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
create index refunds_by_hand on refunds (id) where is_by_hand;

create table refund_items (
  refund_id bigint not null references refunds,
  order_item_id bigint not null unique references order_items,
  reason text not null,
  comment text not null default '',
  images text[] not null default '{}',              -- paths in the media folder
  primary key (refund_id, order_item_id)
);

create table credit_notes (
  refund_id bigint primary key references refunds,
  credit_note_no text not null unique,
  issued_at timestamptz not null default now(),
  document jsonb not null
);

create table payments (
  id text primary key,                              -- ours, unguessable; the gateway is told it as its reference
  order_id bigint not null references orders,
  gateway text not null,
  gateway_payment_id text,                          -- null until the gateway has answered
  status text not null check (status in ('created', 'requires_action', 'processing', 'paid', 'failed', 'expired', 'surplus')),
  failure text check (failure in ('declined', 'cancelled', 'timeout', 'unavailable')),
  amount bigint not null check (amount > 0),        -- minor units, as everything
  currency text not null,
  captured_amount bigint not null default 0 check (captured_amount >= 0),
  refunded_amount bigint not null default 0,
  action jsonb,                                     -- where the shopper goes to pay
  ask_again_at timestamptz,                         -- when we ask the gateway ourselves; null: it has said its last word
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (gateway, gateway_payment_id),
  -- Never more back than came.
  check (refunded_amount between 0 and captured_amount)
);
create index payments_by_order on payments (order_id, created_at);
create unique index payments_one_capture on payments (order_id) where status = 'paid';
create unique index payments_one_open on payments (order_id) where status in ('created', 'requires_action', 'processing');
create index payments_to_ask on payments (ask_again_at) where ask_again_at is not null;

create table payment_refunds (
  id bigint generated always as identity primary key,
  payment_id text not null references payments,
  amount bigint not null check (amount > 0),
  reason text not null,
  status text not null default 'due' check (status in ('due', 'done', 'by_hand')),
  gateway_refund_id text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index payment_refunds_due on payment_refunds (next_attempt_at) where status = 'due';
create index payment_refunds_by_hand on payment_refunds (id) where status = 'by_hand';

create table invoices (
  order_id bigint not null references orders,
  invoice_no text not null unique,
  issued_at timestamptz not null default now(),
  document jsonb not null,                          -- every word of it, as it was issued
  -- Null: the invoice bills the whole order.
  shipment_id bigint references shipments
);
create index invoices_by_order on invoices (order_id);
create unique index invoices_by_shipment on invoices (shipment_id);

-- Money that is to be paid back by hand, because no gateway holds it: of cancelled or returned items, or paid too much. ADR 0036.
create table owed_refunds (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  reason text not null check (reason in ('cancelled', 'returned', 'surplus')),
  amount bigint not null check (amount > 0),
  -- What it is owed for: exactly one row for each.
  cancellation_id bigint unique references order_cancellations,
  refund_id bigint unique references refunds,
  payment_refund_id bigint unique references payment_refunds,
  created_at timestamptz not null default now(),
  paid_at timestamptz,                              -- when staff recorded the payment; null: it is still to be paid
  paid_on date,                                     -- the day of the payment
  reference text not null default '',
  paid_by text not null default '',
  -- The debt is from before the shop recorded such debts: it may have been paid already. ADR 0036.
  is_earlier boolean not null default false,
  check (num_nonnulls(cancellation_id, refund_id, payment_refund_id) = 1),
  check ((paid_at is null) = (paid_on is null))
);
create index owed_refunds_by_order on owed_refunds (order_id, id);
create index owed_refunds_open on owed_refunds (order_id) where paid_at is null;

-- Photos that came with a request, and those that may still come with one; unused ones go after a day. Security §12.
create table refund_photos (
  path text primary key,
  order_id bigint not null references orders,
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now(),
  refund_id bigint references refunds
);
create index refund_photos_unused on refund_photos (created_at) where refund_id is null;

-- Where the customer wants the money; deleted once it is paid.
create table payout_details (
  order_id bigint primary key references orders,
  kind text not null check (kind in ('bank', 'upi')),
  account_name text not null default '',
  account_number text not null default '',
  bank_code text not null default '',               -- IFSC, IBAN's bank, sort code
  upi_id text not null default '',
  entered_at timestamptz not null default now(),
  -- Bank accounts and UPI IDs encrypted with a key that is not in the database; `hint` is what pages show of them. The former
  -- columns are empty in new rows; a job encrypts the rows of the release before. ADR 0028.
  encrypted text not null default '',
  hint text not null default ''
);

-- Numbers of invoices have no gaps, so they cannot come from a sequence.
create table invoice_numbers (
  year integer primary key,
  last integer not null check (last > 0)
);

-- As with invoices, numbers have no gaps, so they cannot come from a sequence.
create table credit_note_numbers (
  year integer primary key,
  last integer not null check (last > 0)
);

-- Each event of a gateway counts once (security §17).
create table webhook_events (
  gateway text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (gateway, event_id)
);
create index webhook_events_by_age on webhook_events (received_at);

-- Its row exists while staff have switched off the demo courier, for all orders.
create table demo_courier_pause (
  is_paused boolean primary key default true check (is_paused),
  paused_at timestamptz not null default now()
);

-- The books of the test gateway, which plays a payment company of its own: nothing else reads or writes them.
create table test_gateway_payments (
  id text primary key,
  reference text not null unique,
  order_no text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  return_path text not null,
  cancel_path text not null,
  status text not null default 'open' check (status in ('open', 'processing', 'captured', 'declined', 'cancelled', 'timed_out')),
  captures_at timestamptz,
  captures integer not null default 0 check (captures <= 1),
  refunded bigint not null default 0,
  created_at timestamptz not null default now(),
  check (refunded between 0 and amount)
);

create table test_gateway_refunds (
  key text primary key,
  payment_id text not null references test_gateway_payments,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now()
);
