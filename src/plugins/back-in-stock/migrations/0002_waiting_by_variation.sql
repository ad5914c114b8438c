-- no-transaction
-- How many wait for a variation and since when, read from the index alone.
create index concurrently if not exists stock_notices_since on stock_notices (variation_id, created_at) where notified_at is null;
