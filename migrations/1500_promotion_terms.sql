-- What an order needs to calculate its promotions again when a part of it is cancelled or returned. ADR 0034.
-- contract: 1.0.0 writes orders without it and keeps the share of each line, as for all orders before

-- The promotions of goods as they were ordered, with what each took off; null where none of them is calculated again.
alter table orders add column promotion_terms jsonb;
-- What the goods of a line are for these promotions, such as `category:3`; null for a gift and in an order without terms.
-- Split lines have those of the line that they are from.
alter table order_items add column promotion_keys text[];
-- What the items that stay lose of discounts, and get more: a list with item, name, amount and tax.
alter table refunds add column benefit_changes jsonb;
