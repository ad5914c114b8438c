-- blocking: a shop has a few channels, and no row of orders is rewritten or checked
-- How a channel taxes delivery and payment fees, and the tax that an order stores of them. Orders that exist keep 0.
alter table channels add column delivery_tax text not null default 'highest'
  check (delivery_tax in ('highest', 'none', 'fixed'));
alter table channels add column delivery_tax_rate_bp integer not null default 0
  check (delivery_tax_rate_bp between 0 and 10000);
alter table orders add column charges_tax_rate integer not null default 0;
alter table orders add column shipping_tax bigint not null default 0;
alter table orders add column payment_fee_tax bigint not null default 0;
