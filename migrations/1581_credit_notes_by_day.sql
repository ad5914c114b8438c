-- no-transaction
-- Taxes by country: the credit notes of some days.
create index concurrently if not exists credit_notes_by_day on credit_notes (issued_at);
