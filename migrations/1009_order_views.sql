-- Saved filters of the order list, of one member of staff or of all. Back office, "Orders".
create table order_views (
  id bigint generated always as identity primary key,
  staff_id bigint references staff on delete cascade, -- null: shared
  name text not null check (char_length(name) between 1 and 60),
  filter jsonb not null,
  created_at timestamptz not null default now()
);
-- Saved again under its name, a view is replaced.
create unique index order_views_once_per_name on order_views (coalesce(staff_id, 0), lower(name));
