-- Money that is to be paid back by hand, because no gateway holds it: of cancelled or returned items, or paid too much. ADR 0138.
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
  paid_at timestamptz,                          -- when staff recorded the payment; null: it is still to be paid
  paid_on date,                                 -- the day of the payment
  reference text not null default '',
  paid_by text not null default '',
  check (num_nonnulls(cancellation_id, refund_id, payment_refund_id) = 1),
  check ((paid_at is null) = (paid_on is null))
);
create index owed_refunds_by_order on owed_refunds (order_id, id);
create index owed_refunds_open on owed_refunds (order_id) where paid_at is null;

-- Where the customer wants the money; deleted once it is paid.
create table payout_details (
  order_id bigint primary key references orders,
  kind text not null check (kind in ('bank', 'upi')),
  account_name text not null default '',
  account_number text not null default '',
  bank_code text not null default '',           -- IFSC, IBAN's bank, sort code
  upi_id text not null default '',
  entered_at timestamptz not null default now()
);
