-- Saved rules of customers. Who meets them is read when it is needed, so that it is never out of date. ADR 0040.
create table customer_segments (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 60),
  -- Conditions by name, as the list of customers takes them.
  filter jsonb not null check (filter <> '{}'),
  created_at timestamptz not null default now()
);
create unique index customer_segments_name on customer_segments (lower(name));
