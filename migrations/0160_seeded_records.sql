-- Rows that came with a new shop, by their table: those of the demo shop, which "Start with an empty shop" removes, and the placeholders
-- of an empty one, which its owner replaces. ADR 0135.
create table seeded_records (
  source text not null check (source in ('demo', 'placeholder')),
  table_name text not null,
  id bigint not null,
  primary key (source, table_name, id)
);

-- The removal of the demo data: one at a time, resumed by its job.
create table demo_removals (
  id bigint generated always as identity primary key,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  step text not null default '',               -- what it is removing, for the progress
  records_total integer not null default 0,    -- at its start
  removed jsonb not null default '{}',         -- rows by table
  kept jsonb not null default '[]',            -- what stayed, with the reason
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  staff_id bigint references staff on delete set null,
  actor text not null,
  error text
);
create unique index demo_removals_one_at_a_time on demo_removals ((true)) where state = 'running';
