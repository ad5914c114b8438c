-- What a bulk change did to the stock of a product, so that it can be taken back; the products of an import. ADR 0045.
-- contract: 1.0.0 takes no change of stock back, and does not note what an import wrote
-- blocking: a column that is null and an empty table rewrite nothing

-- Of each variation: the location (null: the main one) and the pieces that were added.
alter table product_batch_items add column stock jsonb;

create table product_import_items (
  import_id bigint not null references product_imports on delete cascade,
  product_id integer not null references products on delete cascade,
  is_new boolean not null,
  primary key (import_id, product_id)
);
create index product_import_items_by_product on product_import_items (product_id);
