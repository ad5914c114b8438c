-- Which installed plugins are active, and how they are configured. A plugin without a row is inactive.
create table plugins (
  module_name text primary key check (module_name <> ''),
  is_active boolean not null default false,
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object'),
  updated_at timestamptz not null default now()
);
