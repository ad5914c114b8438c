-- Store credit: refunds to it, and what staff give and take. ADR 0034.
-- contract: 1.0.0 refunds nothing to store credit, and shows such a refund as one to the original payment method
-- blocking: columns without a default rewrite nothing, the indexes are of a small table, and the checks read no row or one that fits

alter table refunds drop constraint refunds_refund_to_check;
alter table refunds add constraint refunds_refund_to_check check (refund_to in ('original', 'store_credit')) not valid;

alter table value_entries
  add column refund_id bigint references refunds,   -- that it carries out, when it is one to store credit
  add column reverses_id bigint unique references value_entries, -- the entry that it undoes: once
  add column request_key uuid unique,               -- of the request that made it: a repeated one makes no second entry
  drop constraint value_entries_purpose_check;
-- withdrawal: value that the shop takes out of an account again
alter table value_entries add constraint value_entries_purpose_check
  check (purpose in ('issue', 'withdrawal', 'payment', 'release', 'refund', 'expiry')) not valid;
create index value_entries_by_refund on value_entries (refund_id) where refund_id is not null;

-- A customer has one account of a kind in a currency.
create unique index value_accounts_of_customer on value_accounts (customer_id, kind, currency) where customer_id is not null;
