-- Goods that the law sells to people of an age only: it is confirmed before the order, and checked at the door. ADR 0033.
-- contract: 1.0.0 sells them without
-- blocking: columns that are null or have a constant default rewrite nothing

-- The smallest age is one of buyers, not of those who play with it.
alter table product_declarations add column checks_age boolean not null default false;
update product_declarations set checks_age = true where min_age >= 16;

-- Of the product when it was ordered, where it is checked.
alter table order_items add column min_age integer;
