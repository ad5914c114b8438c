-- An exchange: a return whose value pays a new order. ADR 0036.
-- A process of release 1.0.0 that runs beside it asks the whole total of a new order that waits for its payment.
-- contract: 1.0.0 the new columns may be null or have a default, and the new index allows all that the former did
-- blocking: refunds are few, a small part of the orders; payments get a column without a default, which rewrites nothing

-- The new order of the exchange; null: the return is refunded.
alter table refunds add column exchange_order_id bigint references orders;
-- When the new items leave: once the return is settled, before it, or nothing comes back.
alter table refunds add column exchange_mode text check (exchange_mode in ('on_receipt', 'at_once', 'kept'));
-- How long its payment link is valid where it is sent with the settlement.
alter table refunds add column exchange_link_days integer not null default 3 check (exchange_link_days between 1 and 14);
-- The part of the amount that pays the new order, in minor units; the rest is refunded.
alter table refunds add column exchanged bigint not null default 0 check (exchanged between 0 and amount);
-- The part that is to be paid by hand; null: all of it where is_by_hand.
alter table refunds add column by_hand_amount bigint;
alter table refunds add constraint refunds_exchange_check check ((exchange_order_id is null) = (exchange_mode is null));
create unique index refunds_by_exchange_order on refunds (exchange_order_id) where exchange_order_id is not null;

-- A payment of the gateway `exchange` is money of another payment that a return moved to this order; null: of an order paid by hand.
alter table payments add column source_id text references payments;
create index payments_by_source on payments (source_id) where source_id is not null;
-- Beside these an order has one captured payment, and one of each of its changes.
create unique index payments_one_capture_by_gateway on payments (order_id, coalesce(change_id, 0))
  where status = 'paid' and gateway <> 'exchange';
drop index payments_one_capture_each;
