-- no-transaction
-- Subscriptions that wait for their confirmation, in the order of the back office's list.
create index concurrently if not exists email_subscriptions_unconfirmed_by_id on email_subscriptions (id) where confirmed_at is null;
