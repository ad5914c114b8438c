-- blocking: one row per subscriber, rewritten once
-- Names a subscription in addresses and in the audit log without the personal e-mail address.
alter table email_subscriptions add column id bigint generated always as identity unique;
-- The beginning of an address, in the back office's search.
create index email_subscriptions_by_prefix on email_subscriptions (email text_pattern_ops);
