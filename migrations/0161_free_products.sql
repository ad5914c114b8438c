-- A price of 0 gives a product away: it is published only with this confirmation. What is sold for 0 already stays so.
alter table products add column is_free boolean not null default false;
update products p set is_free = true
where p.is_published and exists (
  select from variations v join prices r on r.variation_id = v.id where v.product_id = p.id and r.selling_price = 0
);
