-- blocking: change_log is short-lived and small
-- The change feed reads the transactions that became visible since it last read. Ids cannot show that: they are given before the
-- commit. ADR 0030.
alter table change_log add column xid xid8 not null default pg_current_xact_id();
create index change_log_by_transaction on change_log (xid, id);

-- What a reader must know to trust a position it kept: the log it belongs to, and how far that log is pruned.
create table change_log_state (
  is_only boolean primary key default true check (is_only),
  -- Another one after a restore, whose transaction ids start over.
  epoch uuid not null default gen_random_uuid(),
  -- The highest transaction whose rows are pruned.
  pruned_xid xid8 not null default '0'
);
insert into change_log_state default values;
