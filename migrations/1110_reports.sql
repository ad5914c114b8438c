-- Reports: what lines cost, first orders, and the sums of past months. ADR 0044.
-- The triggers do their work for orders of the release before too.
-- blocking: a column without a default rewrites nothing; refunds are few, a small part of the orders

-- What one piece cost the shop when it was ordered, in minor units of the order's currency; null: not known.
alter table order_items add column cost bigint;

-- Costs are in the currency of the default channel. A piece that is split off costs what the whole line did.
create function set_order_item_cost() returns trigger language plpgsql as $$
begin
  if new.split_from is not null then
    select i.cost into new.cost from order_items i where i.id = new.split_from;
  else
    select v.cost into new.cost from variations v, orders o, channels d
    where v.id = new.variation_id and o.id = new.order_id and d.is_default and d.currency = o.currency;
  end if;
  return new;
end $$;
create trigger set_order_item_cost before insert on order_items for each row when (new.cost is null) execute function set_order_item_cost();

-- Orders whose customer (account, phone or e-mail address) had not ordered before.
create table first_orders (
  order_id bigint primary key references orders on delete cascade
);
create function note_first_order() returns trigger language plpgsql as $$
begin
  if not exists (select from orders o where o.customer_id = new.customer_id and o.id < new.id and o.status not in ('pending_payment', 'payment_failed'))
    and not exists (select from orders o where o.phone = new.phone and o.id < new.id and o.status not in ('pending_payment', 'payment_failed'))
    and not exists (select from orders o where lower(o.email) = lower(new.email) and o.id < new.id and o.status not in ('pending_payment', 'payment_failed'))
  then insert into first_orders (order_id) values (new.id);
  end if;
  return null;
end $$;
create trigger note_first_order after insert on orders for each row execute function note_first_order();

-- Months whose sums are stored, in days of this time zone.
create table report_months (
  channel_id integer not null references channels on delete cascade,
  month date not null check (extract(day from month) = 1),
  time_zone text not null,
  primary key (channel_id, month)
);

-- The figures of a report in a month by its key: a day, a product, a method of payment. Amounts in minor units of the channel's currency.
create table report_sums (
  channel_id integer not null,
  month date not null,
  report text not null,
  key text not null,
  label text not null,
  orders bigint not null,
  items bigint not null,
  gross bigint not null,
  discount bigint not null,
  charges bigint not null,
  tax bigint not null,
  sales bigint not null,
  refunds bigint not null,
  returned bigint not null,
  returned_tax bigint not null,
  cost bigint not null,
  costed bigint not null,
  primary key (channel_id, report, month, key),
  foreign key (channel_id, month) references report_months on delete cascade
);

-- The built-in sum of bigint is a numeric with a state of its own, and takes twice as long for a hundred thousand rows.
create aggregate sum_bigint(bigint) (sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe);

-- Moments of past months at which something changed after the month: its sums are not used until a job has made them again. Without
-- uniqueness no writer of orders waits for another.
create table report_marks (
  id bigint generated always as identity primary key,
  channel_id integer not null,
  at timestamptz not null
);

-- A month is stored two days after its end at the earliest, so that what belongs to the present one needs no mark.
create function is_of_past_month(at timestamptz) returns boolean language sql stable as $$
  select at < date_trunc('month', now(), 'UTC') + interval '1 day'
$$;

-- The order's own month, and those of its refunds, which count up to its total.
create function mark_order_months() returns trigger language plpgsql as $$
begin
  insert into report_marks (channel_id, at)
  select new.channel_id, at from (
    select new.placed_at as at
    union select old.placed_at where tg_op = 'UPDATE'
    union select r.refunded_at from refunds r where r.order_id = new.id and r.status = 'refunded'
  ) moments where is_of_past_month(at);
  return null;
end $$;
create trigger mark_order_months_of_new after insert on orders for each row when (is_of_past_month(new.placed_at))
  execute function mark_order_months();
create trigger mark_order_months after update on orders for each row
  when (is_of_past_month(old.placed_at) or is_of_past_month(new.placed_at)) execute function mark_order_months();

create function mark_refund_months() returns trigger language plpgsql as $$
begin
  insert into report_marks (channel_id, at)
  select o.channel_id, r.refunded_at from orders o join refunds r on r.order_id = o.id
  where o.id = new.order_id and is_of_past_month(r.refunded_at);
  return null;
end $$;
create trigger mark_refund_months after insert or update on refunds for each row when (new.refunded_at is not null)
  execute function mark_refund_months();

create function mark_item_months() returns trigger language plpgsql as $$
begin
  insert into report_marks (channel_id, at)
  select distinct o.channel_id, o.placed_at from changed c join orders o on o.id = c.order_id where is_of_past_month(o.placed_at);
  return null;
end $$;
create trigger mark_item_months_of_new after insert on order_items referencing new table as changed
  for each statement execute function mark_item_months();
create trigger mark_item_months after update on order_items referencing new table as changed
  for each statement execute function mark_item_months();

create index refunds_by_day on refunds (refunded_at) where status = 'refunded';
