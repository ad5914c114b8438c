-- The audit log only grows, and each of its entries has a place in a chain of hashes, so that a change made in the database itself is
-- found (`vitrine doctor`). ADR 0127. Functions are replaced, because `reset` keeps them where they could not be dropped.

create table audit_chain (
  seq bigint primary key,                     -- in the order of commits, without gaps
  audit_id bigint not null unique,
  hash text not null                          -- SHA-256 of the previous hash and the entry, hex
);

-- Where the chain begins: the last place that retention has removed, and its hash.
create table audit_chain_start (
  is_only boolean primary key default true check (is_only),
  seq bigint not null default 0,
  hash text not null default '',
  pruned_at timestamptz
);
insert into audit_chain_start default values;

-- The entry as it is hashed. Without staff_id, which is emptied when the row of a member of staff is deleted; `actor` names them.
create or replace function audit_entry_text(entry audit_log) returns text language sql stable as $$
  select jsonb_build_array(entry.id, extract(epoch from entry.at), entry.actor, entry.ip, entry.action, entry.record_type,
    entry.record_id, entry.before, entry.after)::text
$$;

-- Runs at the commit, so that writers wait for each other only as long as the hashes of one commit take, however long its transaction
-- was. The rights are the owner's: the shop's role may be without any on the chain.
create or replace function audit_log_chain() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(hashtext('vitrine audit chain'));
  select seq, hash into last from audit_chain order by seq desc limit 1;
  if not found then
    select seq, hash into last from audit_chain_start;
  end if;
  insert into audit_chain (seq, audit_id, hash)
    values (last.seq + 1, new.id, encode(sha256(convert_to(last.hash || audit_entry_text(new), 'UTF8')), 'hex'));
  return null;
end
$$;

create or replace function audit_log_refuse() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('vitrine.audit_prune', true) = 'on' then
    -- Whoever switches this on by hand still removes nothing of the last year.
    if tg_table_name = 'audit_chain' or (to_jsonb(old) ->> 'at')::timestamptz < now() - interval '1 year' then
      return old;
    end if;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_log' then
    if to_jsonb(new) ->> 'staff_id' is null and to_jsonb(new) - 'staff_id' = to_jsonb(old) - 'staff_id' then
      return new;
    end if;
  end if;
  if tg_op = 'INSERT' and pg_trigger_depth() > 1 then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'insufficient_privilege', hint = 'Retention removes old entries with audit_log_prune().';
end
$$;

-- The one way to remove entries: the oldest of the chain, up to the first that is kept.
create or replace function audit_log_prune(batch integer, keep interval) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last record;
  removed integer;
begin
  perform from audit_chain_start for update;
  select seq, hash into last from (
    select c.seq, c.hash, bool_and(a.at is null or a.at < now() - keep) over (order by c.seq) as is_old
    from (select * from audit_chain order by seq limit batch) c left join audit_log a on a.id = c.audit_id
  ) oldest where is_old order by seq desc limit 1;
  if not found then
    return 0;
  end if;
  perform set_config('vitrine.audit_prune', 'on', true);
  delete from audit_log where id in (select audit_id from audit_chain where seq <= last.seq);
  delete from audit_chain where seq <= last.seq;
  get diagnostics removed = row_count;
  perform set_config('vitrine.audit_prune', '', true);
  update audit_chain_start set seq = last.seq, hash = last.hash, pruned_at = now();
  return removed;
end
$$;

create or replace function pg_temp.audit_chain_missing() returns void language plpgsql as $$
declare
  entry audit_log;
  last record;
begin
  select seq, hash into last from (
    select seq, hash from audit_chain union all select seq, hash from audit_chain_start
  ) places order by seq desc limit 1;
  for entry in select a.* from audit_log a where not exists (select from audit_chain c where c.audit_id = a.id) order by a.id loop
    insert into audit_chain (seq, audit_id, hash)
      values (last.seq + 1, entry.id, encode(sha256(convert_to(last.hash || audit_entry_text(entry), 'UTF8')), 'hex'))
      returning seq, hash into last;
  end loop;
end
$$;

-- The many old entries first, then, with writers waiting for the triggers, the few that were written meanwhile.
select pg_temp.audit_chain_missing();
create constraint trigger audit_log_chain after insert on audit_log
  deferrable initially deferred for each row execute function audit_log_chain();
create trigger audit_log_append_only before update or delete on audit_log for each row execute function audit_log_refuse();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function audit_log_refuse();
select pg_temp.audit_chain_missing();
create trigger audit_chain_append_only before insert or update or delete on audit_chain
  for each row execute function audit_log_refuse();
create trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function audit_log_refuse();
