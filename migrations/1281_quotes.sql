-- An order by phone that its customer got as a quote, and accepts by paying it. ADR 0034.
-- contract: 1.0.0 shows and ends it as an order with a payment link
-- blocking: a column with a constant default rewrites nothing
alter table orders add column is_quote boolean not null default false;
