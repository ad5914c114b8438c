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
