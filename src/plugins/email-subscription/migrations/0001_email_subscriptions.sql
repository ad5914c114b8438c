-- Newsletter subscriptions with double opt-in. Whether an address unsubscribed later is in mail_refusals.
create table email_subscriptions (
  email text primary key check (email = lower(email)),
  source text not null,                       -- where the visitor opted in: section, footer, checkout
  wording text not null,                      -- the consent text that was shown
  wording_version text not null,
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz
);
create index email_subscriptions_unconfirmed on email_subscriptions (requested_at) where confirmed_at is null;
