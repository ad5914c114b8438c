-- The customs tariff code of a product, copied to order lines for tax documents; the buyer's tax number of an address.
alter table products add column hsn_code text;
alter table order_items add column hsn_code text not null default '';
alter table addresses add column tax_no text not null default '';
alter table cart_addresses add column tax_no text not null default '';
