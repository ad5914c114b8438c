-- What the law wants shown before an order: Directive 2011/83/EU Art. 6, 8 (2) and 22a; Regulation (EU) 2025/1960. ADR 0033.
-- blocking: columns that are null rewrite nothing

alter table channels
  add column order_button text,  -- null: the text of the country
  add column guarantee_notice jsonb;  -- {path, alt, url}: the official notice of the legal guarantee, and where to read more

-- Why an ordered item has no right of withdrawal: as it was said before the order, whatever the product says later.
alter table order_items add column withdrawal_exclusion text;
