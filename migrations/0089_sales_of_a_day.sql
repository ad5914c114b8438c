-- no-transaction
-- Sales by day for the first screen, read from the index alone: 100,000 orders are wide rows.
create index concurrently if not exists orders_sales_by_day on orders (channel_id, placed_at) include (id, status, grand_total);
