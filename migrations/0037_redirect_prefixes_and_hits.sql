-- Redirect rules for whole folders, and how often each rule was used. Decisions §6, redirect rule record.
alter table redirects
  add column match text not null default 'exact' check (match in ('exact', 'prefix')),
  add column hits bigint not null default 0,
  add column last_hit_at timestamptz;
