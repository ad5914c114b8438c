-- A product file that staff uploaded, which is in the file storage until the import ends, so that any process can run it.
create table product_imports (
  id bigint generated always as identity primary key,
  file_name text not null,
  file_path text,
  state text not null check (state in ('checking', 'checked', 'applying', 'done', 'failed')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  staff_id bigint references staff on delete set null,
  actor text not null,
  rows_read integer not null default 0,
  rows_total integer not null default 0,
  report jsonb,
  problems jsonb not null default '[]',
  error text
);
