-- Fields that the merchant defines, and what records hold in them by key. The release before names its columns, so values
-- outlive its saves. ADR 0029.

create table custom_fields (
  id integer generated always as identity primary key,
  owner text not null check (owner in ('product', 'variation', 'category', 'customer', 'order', 'page')),
  -- The name in the values, in files and in the API.
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null check (char_length(label) between 1 and 60),
  help text not null default '' check (char_length(help) <= 200),
  type text not null check (type in ('text', 'number', 'date', 'choice', 'boolean', 'file', 'reference')),
  is_required boolean not null default false,
  is_several boolean not null default false,
  -- Of a text its length, of a number its value.
  min double precision,
  max double precision,
  mask text not null default '' check (char_length(mask) <= 60),
  refers_to text check (refers_to in ('product', 'category', 'page')),
  shown text[] not null default '{}' check (shown <@ array['page', 'card', 'cart', 'mail', 'api']),
  is_filterable boolean not null default false,
  position integer not null default 0,
  unique (owner, key)
);

-- Values of a choice, and of a yes-or-no field. Their numbers are those of facets.
create table custom_field_choices (
  id integer generated always as identity primary key,
  field_id integer not null references custom_fields on delete cascade,
  value text not null check (char_length(value) between 1 and 80),
  label text not null check (char_length(label) between 1 and 120),
  position integer not null,
  unique (field_id, value)
);

alter table products add column custom jsonb not null default '{}';
alter table variations add column custom jsonb not null default '{}';
alter table categories add column custom jsonb not null default '{}';
alter table customers add column custom jsonb not null default '{}';
alter table orders add column custom jsonb not null default '{}';
alter table pages add column custom jsonb not null default '{}';
