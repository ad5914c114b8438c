-- What a visitor agreed to, without anything that identifies the visitor. Security §19.
create table consent_records (
  id uuid primary key,
  -- Hash of the offered entries and their texts.
  version text not null,
  choices jsonb not null,
  created_at timestamptz not null default now()
);

create index consent_records_created_at on consent_records (created_at);

-- Purchases that a tracking plugin has reported, for plugins without a flag on the order.
create table tracked_purchases (
  order_id bigint not null references orders (id) on delete cascade,
  plugin text not null,
  tracked_at timestamptz not null default now(),
  primary key (order_id, plugin)
);
