-- Refunds without a return: for a late delivery, a fault, a price. An order has any number of these, and still at most one return.
-- A process of release 1.0.0 answers an order that has one with an error. ADR 0036.
-- contract: 1.0.0 the new index and constraint allow all that the former did
-- blocking: refunds and owed refunds are few, a small part of the orders

alter table refunds add column kind text not null default 'return' check (kind in ('return', 'allowance'));
-- Of an allowance: why staff gave it.
alter table refunds add column reason text not null default '';
create unique index refunds_one_return_per_order on refunds (order_id) where kind = 'return';
create index refunds_by_order on refunds (order_id, id);
drop index refunds_one_per_order;
alter table owed_refunds drop constraint owed_refunds_reason_check;
alter table owed_refunds add constraint owed_refunds_reason_check check (reason in ('cancelled', 'returned', 'surplus', 'allowance'));
