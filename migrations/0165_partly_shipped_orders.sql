-- An order of which a part has left is a state of its own, and each shipment has its own invoice. ADR 0137.

-- The status stays 'shipped', which the release before and the specification know.
alter table orders add column is_partly_shipped boolean not null default false;

-- The share of the line that was billed with this shipment; null where the first invoice billed the whole order.
alter table shipment_items add column discount bigint, add column tax bigint, add column total bigint;

-- Null: the invoice bills the whole order, as all did before.
alter table invoices add column shipment_id bigint references shipments;
