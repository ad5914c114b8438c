-- Publication of a draft at a time, and who has a page open in the editor.

alter table page_drafts
  add column publish_at timestamptz,               -- published from this time on; null: only by hand
  add column publish_problem text;                 -- why the scheduled publication failed

create table page_editors (
  page_id integer not null references pages on delete cascade,
  staff_id bigint not null references staff on delete cascade,
  seen_at timestamptz not null default now(),      -- the editor reports every 15 seconds
  primary key (page_id, staff_id)
);
