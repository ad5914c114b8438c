-- Collections by rules. Back office, "Catalogue structure": collections (manual or by rules). ADR 0109.

-- What products must be to belong to it; null: its products are chosen by hand.
alter table collections add column rules jsonb;

-- Written by the rules; the other rows are chosen by hand and come first.
alter table collection_products add column by_rule boolean not null default false;

-- Up to where the change log has been read for the members of collections by rules.
create table collection_refresh (
  is_only boolean primary key default true check (is_only),
  epoch uuid,
  snapshot text not null default '',
  -- When rules about time were evaluated.
  timed_at timestamptz not null default now()
);
insert into collection_refresh default values;
