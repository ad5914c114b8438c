-- Orders that customers pick up in a location. ADR 0029.
-- contract: 1.0.0 writes none of the columns. It offers a pick-up like a delivery, and takes its pieces from the main location
-- blocking: columns that are null or have a constant default rewrite nothing, and the tables are small

alter table stock_locations add column opening_hours text not null default '';

-- Picked up there in place of a delivery; null: delivered.
alter table shipping_methods add column location_id integer references stock_locations;

create table order_pickups (
  order_id bigint primary key references orders on delete cascade,
  location_id integer not null references stock_locations,
  -- What the customer shows; null: not ready yet.
  code text check (code ~ '^[0-9]{6}$'),
  ready_at timestamptz,
  check ((code is null) = (ready_at is null))
);
