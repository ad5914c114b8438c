-- Carts per day of the shop's time zone, for the conversion on the home screen: carts themselves are deleted. `last_cart_id` is the
-- last one that is counted.
create table cart_days (
  channel_id integer not null references channels on delete cascade,
  day date not null,
  carts integer not null,
  last_cart_id bigint not null,
  primary key (channel_id, day)
);

-- Steps of the first-run checklist that staff have hidden, for the whole shop.
create table hidden_setup_steps (
  step text primary key,
  staff_id bigint references staff on delete set null,
  hidden_at timestamptz not null default now()
);
