-- no-transaction
-- Lines of orders that leave another location than the main one: a location that they name is not deleted. ADR 0029.
create index concurrently if not exists order_items_by_location on order_items (location_id) where location_id is not null;
create index concurrently if not exists stock_changes_by_location on stock_changes (location_id) where location_id is not null;
