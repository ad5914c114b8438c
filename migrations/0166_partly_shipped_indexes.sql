-- no-transaction
create index concurrently if not exists orders_partly_shipped on orders (id) where is_partly_shipped;
create index concurrently if not exists invoices_by_order on invoices (order_id);
create unique index concurrently if not exists invoices_by_shipment on invoices (shipment_id);
