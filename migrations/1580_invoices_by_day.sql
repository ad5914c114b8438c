-- no-transaction
-- Taxes by country: the invoices of some days.
create index concurrently if not exists invoices_by_day on invoices (issued_at);
