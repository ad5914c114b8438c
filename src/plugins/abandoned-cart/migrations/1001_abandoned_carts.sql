-- Carts that were left with contact data, and what became of them.
-- contract: 1.0.0 releases before it have no such plugin
create table abandoned_carts (
  id bigint generated always as identity primary key,
  key uuid not null default gen_random_uuid(),      -- links are signed over it: an id is given out again after a restore
  cart_id bigint not null unique,                   -- no reference: the row outlives its cart
  channel_id integer not null references channels,
  customer_id bigint references customers on delete set null,
  email text not null,                              -- lower case; empty where no mail may go, and once it is erased
  state text not null check (state in ('waiting', 'mailed', 'recovered', 'ordered', 'emptied', 'sold_out', 'no_consent', 'unsubscribed')),
  abandoned_at timestamptz not null,                -- the last change of the cart
  amount bigint not null default 0,                 -- of its goods then
  pieces integer not null default 0,
  lines jsonb not null default '[]',                -- what the last mail showed: the link restores it
  mails integer not null default 0 check (mails between 0 and 2),
  next_mail_at timestamptz,                         -- null: no mail is due
  last_mail_at timestamptz,
  opened_at timestamptz,                            -- the shopper came back by the link
  restored_cart_id bigint,                          -- where the goods were put then
  order_id bigint unique references orders on delete set null -- that counts for the mails
);
create index abandoned_carts_due on abandoned_carts (next_mail_at) where next_mail_at is not null;
create index abandoned_carts_by_email on abandoned_carts (email) where email <> '';
create index abandoned_carts_by_customer on abandoned_carts (customer_id) where customer_id is not null;
create index abandoned_carts_by_restored on abandoned_carts (restored_cart_id) where restored_cart_id is not null;
create index abandoned_carts_by_state on abandoned_carts (state, id);
create index abandoned_carts_by_age on abandoned_carts (abandoned_at);
