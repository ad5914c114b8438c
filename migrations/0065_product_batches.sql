-- A change of many products at once. Each product has its result; with prices, also what they were before, for undo.
create table product_batches (
  id bigint generated always as identity primary key,
  action jsonb not null,
  undo_of bigint references product_batches on delete cascade,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  staff_id bigint references staff on delete set null,
  actor text not null,
  total integer not null default 0,
  done integer not null default 0,
  refused integer not null default 0
);
create unique index product_batches_undo_once on product_batches (undo_of) where undo_of is not null;

create table product_batch_items (
  batch_id bigint not null references product_batches on delete cascade,
  product_id integer not null references products on delete cascade,
  result text check (result in ('changed', 'unchanged', 'refused')),
  message text not null default '',
  -- Of each variation and channel: the prices before and after.
  prices jsonb,
  primary key (batch_id, product_id)
);
create index product_batch_items_waiting on product_batch_items (batch_id, product_id) where result is null;
create index product_batch_items_by_product on product_batch_items (product_id);
