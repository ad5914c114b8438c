-- Newsletter subscriptions with double opt-in. Whether an address unsubscribed later is in mail_refusals.
-- baseline
-- contract: 1.0.0 releases before it have other migrations

create table email_subscriptions (
  email text primary key check (email = lower(email)),
  source text not null,                       -- where the visitor opted in: section, footer, checkout
  wording text not null,                      -- the consent text that was shown
  wording_version text not null,
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- Names a subscription in addresses and in the audit log without the personal e-mail address.
  id bigint generated always as identity unique
);
create index email_subscriptions_unconfirmed on email_subscriptions (requested_at) where confirmed_at is null;
-- The beginning of an address, in the back office's search.
create index email_subscriptions_by_prefix on email_subscriptions (email text_pattern_ops);
-- Subscriptions that wait for their confirmation, in the order of the back office's list.
create index email_subscriptions_unconfirmed_by_id on email_subscriptions (id) where confirmed_at is null;
