-- Drafts, schedule and history of pages.

alter table pages
  add column starts_at timestamptz,                -- shown from this time on; null: always
  add column ends_at timestamptz,                  -- hidden from this time on
  add column revision integer not null default 1;  -- raised by each edit; an edit names the revision it is based on

create table page_drafts (
  page_id integer primary key references pages on delete cascade,
  content jsonb not null,                          -- name, meta, schedule and sections, as in page_versions
  author text not null,
  updated_at timestamptz not null default now()
);

create table page_versions (
  page_id integer not null references pages on delete cascade,
  number integer not null,                         -- counts the publications of a page
  content jsonb not null,
  author text not null,
  created_at timestamptz not null default now(),
  primary key (page_id, number)
);
