-- The debt is from before the shop recorded such debts: it may have been paid already. ADR 0138.
alter table owed_refunds add column is_earlier boolean not null default false;
