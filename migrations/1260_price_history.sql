-- Price history, and the price that a reduction is announced against: the lowest of the 30 days before it (Directive 98/6/EC, Art. 6a).
-- Triggers write both, so a process of the release before keeps them too. It shows compare prices as they were entered.

-- Every price that a channel no longer charges, with the time in which it did; `since` is null for one from before this migration.
-- Without foreign keys: it outlives its variation. Retention removes what is older than 400 days.
create table price_history (
  id bigint generated always as identity primary key,
  variation_id integer not null,
  channel_id integer not null,
  selling_price bigint not null,
  since timestamptz,
  until timestamptz not null
);
create index price_history_by_variation on price_history (variation_id, channel_id, until);
create index price_history_by_age on price_history (until);

create function refuse_price_history_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.until < clock_timestamp() - interval '400 days' then return old; end if;
  raise exception 'price_history is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger price_history_append_only before update or delete on price_history
  for each row execute function refuse_price_history_change();

alter table prices
  add column since timestamptz,                     -- of `selling_price`; null: from before this migration
  -- The lowest price of the 30 days before the present one, or before the compare price came above it. Null: there was none.
  add column lowest_before bigint;

-- Times are those of the statement, not of its transaction: writers of one price wait for each other.
create function note_price() returns trigger language plpgsql as $$
declare
  at timestamptz := clock_timestamp();
begin
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.selling_price <> old.selling_price) then
    insert into price_history (variation_id, channel_id, selling_price, since, until)
    values (old.variation_id, old.channel_id, old.selling_price, old.since, at);
  end if;
  if tg_op = 'DELETE' then return null; end if;
  new.lowest_before := (
    select min(h.selling_price) from price_history h
    where h.variation_id = new.variation_id and h.channel_id = new.channel_id and h.until > at - interval '30 days');
  if tg_op = 'INSERT' or new.selling_price <> old.selling_price then
    new.since := at;
  else
    new.lowest_before := least(new.lowest_before, old.selling_price);
  end if;
  return new;
end $$;
create trigger note_first_price before insert on prices for each row execute function note_price();
create trigger note_price before update of selling_price, mrp on prices for each row
  when (new.selling_price <> old.selling_price or (new.mrp > new.selling_price and old.mrp = old.selling_price))
  execute function note_price();
create trigger note_last_price after delete on prices for each row execute function note_price();

create function is_in_eu(country text) returns boolean language sql immutable parallel safe as $$
  select country in ('AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV',
    'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK')
$$;

alter table channels add column omnibus boolean;    -- null: where its country is in the EU

-- What shoppers see. `mrp` is the price that is struck through, `selling_price` itself where there is no reduction.
create view shown_prices as
  select pr.variation_id, pr.channel_id, pr.selling_price,
    case when not coalesce(c.omnibus, is_in_eu(country.code)) then pr.mrp
      when pr.mrp > pr.selling_price then greatest(pr.lowest_before, pr.selling_price)
      else pr.selling_price end as mrp
  from prices pr join channels c on c.id = pr.channel_id join countries country on country.id = c.country_id;
