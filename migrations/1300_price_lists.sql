-- Price lists: other prices of variations in a channel, for a time, for a group of customers, from a quantity. ADR 0033.
-- A process of the release before does not know them: it charges the prices of the channel.
-- blocking: a column that is null in every row rewrites nothing

create table price_lists (
  id integer generated always as identity primary key,
  channel_id integer not null references channels,
  name text not null check (char_length(name) between 1 and 120),  -- for staff
  customer_group_id bigint references customer_groups,             -- null: for everyone
  starts_at timestamptz not null default now(),
  ends_at timestamptz check (ends_at > starts_at),                 -- the first moment without it
  is_active boolean not null default true,
  -- Whether pages and indexes show it: what the job `switch-price-lists` compares with the clock.
  is_shown boolean not null default false
);

-- A variation without a price of the channel is not sold, whatever is here.
create table price_list_items (
  price_list_id integer not null references price_lists on delete cascade,
  variation_id integer not null references variations on delete cascade,
  min_quantity integer not null default 1 check (min_quantity between 1 and 10000),
  price bigint not null check (price between 1 and 100000000000),  -- minor units of the channel
  primary key (price_list_id, variation_id, min_quantity)
);
create index price_list_items_by_variation on price_list_items (variation_id);

-- What a piece costs: the lowest of the channel's own price and those of the lists that apply. `effectivePrice` in
-- `src/contract/rules/price-lists.ts` is the same rule. A table function, so that the planner makes it a part of the query.
create function effective_price(own bigint, variation integer, channel integer, groups bigint[], pieces integer, at timestamptz)
returns table (price bigint) language sql stable parallel safe as $$
  select least(own, min(i.price)) from price_list_items i join price_lists l on l.id = i.price_list_id
  where i.variation_id = variation and i.min_quantity <= pieces and l.channel_id = channel and l.is_active
    and (l.customer_group_id is null or l.customer_group_id = any(groups))
    and l.starts_at <= at and (l.ends_at is null or l.ends_at > at)
$$;

-- The price of lists for everyone, as the history has it: the job `note-list-prices` follows the clock. Null: there is none.
alter table prices add column list_price bigint;

-- As in 1260, of what is charged: the lower of both prices.
create or replace function note_price() returns trigger language plpgsql as $$
declare
  at timestamptz := clock_timestamp();
  former bigint := least(old.selling_price, old.list_price);
  present bigint;
begin
  if tg_op = 'INSERT' then
    new.list_price := (select price from effective_price(null, new.variation_id, new.channel_id, null, 1, at));
  end if;
  present := least(new.selling_price, new.list_price);
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or present <> former) then
    insert into price_history (variation_id, channel_id, selling_price, since, until)
    values (old.variation_id, old.channel_id, former, old.since, at);
  end if;
  if tg_op = 'DELETE' then return null; end if;
  new.lowest_before := (
    select min(h.selling_price) from price_history h
    where h.variation_id = new.variation_id and h.channel_id = new.channel_id and h.until > at - interval '30 days');
  if tg_op = 'INSERT' or present <> former then
    new.since := at;
  else
    new.lowest_before := least(new.lowest_before, former);
  end if;
  return new;
end $$;
create or replace trigger note_price before update of selling_price, mrp, list_price on prices for each row
  when (least(new.selling_price, new.list_price) <> least(old.selling_price, old.list_price)
    or (new.mrp > least(new.selling_price, new.list_price) and old.mrp = least(old.selling_price, old.list_price)))
  execute function note_price();

-- What shoppers see. `mrp` is the price that is struck through, `selling_price` itself where there is no reduction. Until the
-- job has noted what is charged, it is what the job will note. Two relations: with more, the planner no longer orders the joins of a card.
create or replace view shown_prices as
  select pr.variation_id, pr.channel_id, charged.price as selling_price,
    case when pr.mrp = charged.price then pr.mrp
      when (select coalesce(c.omnibus, is_in_eu(country.code)) from channels c join countries country on country.id = c.country_id
        where c.id = pr.channel_id) then greatest(charged.price,
          case when charged.price = least(pr.selling_price, pr.list_price) then pr.lowest_before
            else least(pr.selling_price, pr.list_price, (
              select min(h.selling_price) from price_history h where h.variation_id = pr.variation_id
                and h.channel_id = pr.channel_id and h.until > now() - interval '30 days')) end)
      else pr.mrp end as mrp
  from prices pr
    cross join lateral effective_price(pr.selling_price, pr.variation_id, pr.channel_id, null, 1, now()) charged;
