-- Up to which change the shared cache before the shop was purged. One process at a time purges, as a job.
create table cdn_purges (
  is_only boolean primary key default true check (is_only),
  cdn text not null default '',                     -- the position is of this one; another has to drop everything
  -- Position in the change log, as in `collection_refresh`.
  epoch uuid,
  snapshot text not null default '',
  is_locked boolean not null default false,         -- whether visitors saw the shop, when it was last purged
  build text not null default '',                   -- of the pages that the newest process makes
  former_build text not null default '',
  -- Purges to come, [{"at": "2026-11-28T10:15:00Z", "tags": ["menus"]}]: a process that was late may have made a page from before the change.
  repeats jsonb not null default '[]' check (jsonb_typeof(repeats) = 'array'),
  purged_at timestamptz,
  failures bigint not null default 0,               -- of all time
  failed_in_turn integer not null default 0,
  retry_at timestamptz,
  problem text                                      -- null: the last purge succeeded
);
insert into cdn_purges default values;
