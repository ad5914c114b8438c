-- Orders by phone: lines without a product, and a discount of one line. Back office, "Orders"; ADR 0034.
-- contract: 1.0.0 shows and changes no such cart; in its orders a line without a product is one whose product was deleted
-- blocking: columns that are null rewrite nothing

-- [{name, quantity, unit_price, tax_class, hsn_code, discount}] of a cart of staff. In `order_items` such a line has no variation, SKU and slug.
alter table carts add column custom_lines jsonb;

-- {amount, percent}: what staff take off the line.
alter table cart_items add column staff_discount jsonb;
