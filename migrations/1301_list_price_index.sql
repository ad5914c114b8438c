-- no-transaction
-- A shop without price lists has an empty index.
create index concurrently if not exists prices_of_lists on prices (variation_id) where list_price is not null;
