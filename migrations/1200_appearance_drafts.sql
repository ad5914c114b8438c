-- Changes of the appearance that are not published yet, and what was published before. The release before knows neither table: what it
-- writes into storefronts is found as a change from elsewhere at the next publication. ADR 0049.

create table appearance_drafts (
  storefront_id integer primary key references storefronts on delete cascade,
  -- Only the fields that differ from the storefront's appearance.
  values jsonb not null check (jsonb_typeof(values) = 'object'),
  author text not null,
  updated_at timestamptz not null default now()
);

create table appearance_versions (
  storefront_id integer not null references storefronts on delete cascade,
  number integer not null,
  -- `found`: shown without having been published here; `draft`: put aside unpublished.
  kind text not null check (kind in ('published', 'found', 'draft')),
  -- Of all fields of the appearance.
  values jsonb not null check (jsonb_typeof(values) = 'object'),
  author text not null,
  created_at timestamptz not null default now(),
  primary key (storefront_id, number)
);
