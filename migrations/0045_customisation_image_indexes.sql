-- no-transaction
-- Lines by the shopper's picture they name: an unused picture is found without reading every line.
create index concurrently if not exists cart_items_by_customisation_image on cart_items ((customisation ->> 'image_path')) where customisation ->> 'image_path' is not null;
create index concurrently if not exists order_items_by_customisation_image on order_items ((customisation ->> 'image_path')) where customisation ->> 'image_path' is not null;
