-- Addresses that asked for one mail when the store opens. Decisions §4, storefront/subscribe-to-mode.
create table mode_subscriptions (
  id bigint generated always as identity primary key,
  email text not null,
  mode text not null check (mode in ('Coming Soon', 'Under Maintenance')),
  created_at timestamptz not null default now(),
  -- When the mail was queued; the row is deleted some time later.
  notified_at timestamptz
);

-- One waiting row per address and mode: asking twice sends one mail.
create unique index mode_subscriptions_waiting on mode_subscriptions (email, mode) where notified_at is null;
