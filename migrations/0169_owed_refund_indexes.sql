-- no-transaction
create index concurrently if not exists order_cancellations_owed on order_cancellations (id) where owed > 0;
create index concurrently if not exists refunds_by_hand on refunds (id) where is_by_hand;
create index concurrently if not exists payment_refunds_by_hand on payment_refunds (id) where status = 'by_hand';
