-- Every change of stock by staff, with its reason. Orders are not here: their lines say what they took.
create table stock_changes (
  id bigint generated always as identity primary key,
  variation_id integer not null references variations on delete cascade,
  at timestamptz not null default now(),
  staff_id bigint references staff on delete set null,
  actor text not null,
  stock_before integer not null,
  stock_after integer not null,
  reason text not null check (reason in ('received', 'counted', 'damaged', 'returned', 'lost', 'initial', 'import', 'other')),
  note text not null default ''
);
create index stock_changes_by_variation on stock_changes (variation_id, id desc);
