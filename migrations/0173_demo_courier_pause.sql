-- Its row exists while staff have switched off the demo courier, for all orders.
create table demo_courier_pause (
  is_paused boolean primary key default true check (is_paused),
  paused_at timestamptz not null default now()
);
