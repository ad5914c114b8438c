-- blocking: a shop has some dozen tax rates
-- The back office names a tax rate by its id. The identity alone keeps it unique.
alter table tax_rates add column id integer generated always as identity;
