-- Requests for an email when a sold-out variation is available again, and the variations that are.
-- baseline
-- contract: 1.0.0 releases before it have other migrations

-- Addresses that asked for one email when a sold-out variation is available again.
create table stock_notices (
  id bigint generated always as identity primary key,
  variation_id integer not null references variations on delete cascade,
  email text not null check (email = lower(email)),
  created_at timestamptz not null default now(),
  -- When the mail was queued; the row is deleted some time later.
  notified_at timestamptz
);

-- One waiting row per address and variation: asking twice sends one mail.
create unique index stock_notices_waiting on stock_notices (variation_id, email) where notified_at is null;
create index stock_notices_by_email on stock_notices (email);
create index stock_notices_by_age on stock_notices (created_at);
-- How many wait for a variation and since when, read from the index alone.
create index stock_notices_since on stock_notices (variation_id, created_at) where notified_at is null;

-- Variations that became available again while shoppers waited for them: the work of the job, which would otherwise compare all
-- requests with the stock. Without uniqueness and foreign keys no writer of stock waits for the job. ADR 0026.
create table stock_returns (
  id bigint generated always as identity primary key,
  variation_id integer not null
);

create or replace function note_stock_return() returns trigger language plpgsql as $$
begin
  insert into stock_returns (variation_id)
  select v.id from variations v
  where v.id = any (case tg_table_name when 'variations' then array[new.id]
      else array(select id from variations where product_id = new.id) end)
    and exists (select from stock_notices n where n.variation_id = v.id and n.notified_at is null);
  return null;
end $$;

create trigger note_stock_return after update of stock, tracks_stock, is_published on variations for each row
  when (new.is_published and (new.stock > 0 or not new.tracks_stock)
    and not (old.is_published and (old.stock > 0 or not old.tracks_stock)))
  execute function note_stock_return();
create trigger note_stock_return after update of is_published on products for each row
  when (new.is_published and not old.is_published)
  execute function note_stock_return();
