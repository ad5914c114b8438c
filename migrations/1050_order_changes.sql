-- Orders that staff change before they are shipped. ADR 0036.
-- A process of release 1.0.0 that runs beside it packs and ships an order whose change waits for the customer, and refunds an order
-- that was paid twice from one of its payments only, never more than that one brought.
-- contract: 1.0.0 the new columns may be null, and the new index allows all that the former did
-- blocking: order_cancellations and payments of orders get a column without a default, which rewrites nothing

create table order_changes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  -- The request that made it: sent again, it changes nothing more.
  key uuid not null unique,
  status text not null check (status in ('waiting', 'applied', 'withdrawn', 'declined', 'expired')),
  -- What the order becomes more by, in minor units; negative: less.
  difference bigint not null,
  -- Where the customer pays the difference; null: they accept a higher total.
  gateway text,
  -- What is done to lines, totals, delivery and address; empty once it is decided.
  plan jsonb not null,
  -- Of one that waits.
  answer_by timestamptz,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  check ((status = 'waiting') = (decided_at is null)),
  check (status <> 'waiting' or (answer_by is not null and difference > 0))
);
create index order_changes_by_order on order_changes (order_id, id);
create unique index order_changes_one_waiting on order_changes (order_id) where status = 'waiting';
create index order_changes_to_expire on order_changes (answer_by) where status = 'waiting';

-- The lines that a change removed are of its cancellation, which also has the money that goes back. They may come back by another change.
alter table order_cancellations add column change_id bigint references order_changes;

-- A payment of the difference of a change; null: of the order.
alter table payments add column change_id bigint references order_changes;
create unique index payments_one_capture_each on payments (order_id, coalesce(change_id, 0)) where status = 'paid';
drop index payments_one_capture;
