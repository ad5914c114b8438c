-- Bulk actions of orders are jobs with stored results: they go on when the tab is closed, and their results can be read later. ADR 0140.
create table order_batches (
  id bigint generated always as identity primary key,
  action text not null check (action in ('pack', 'ship')),
  courier text not null default '',
  staff_id bigint references staff on delete set null,
  actor text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index order_batches_by_staff on order_batches (staff_id, id desc);

create table order_batch_items (
  batch_id bigint not null references order_batches on delete cascade,
  order_id bigint not null references orders,
  waybill text not null default '',
  done_at timestamptz,
  code text,                                     -- null: it succeeded
  message text not null default '',
  primary key (batch_id, order_id)
);
