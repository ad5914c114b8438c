-- Variations that became available again while shoppers waited for them: the work of the job, which would otherwise compare all
-- requests with the stock. Without uniqueness and foreign keys no writer of stock waits for the job. ADR 0052.
create table stock_returns (
  id bigint generated always as identity primary key,
  variation_id integer not null
);

create function note_stock_return() returns trigger language plpgsql as $$
begin
  insert into stock_returns (variation_id)
  select v.id from variations v
  where v.id = any (case tg_table_name when 'variations' then array[new.id]
      else array(select id from variations where product_id = new.id) end)
    and exists (select from stock_notices n where n.variation_id = v.id and n.notified_at is null);
  return null;
end $$;

create trigger note_stock_return after update of stock, tracks_stock, is_published on variations for each row
  when (new.is_published and (new.stock > 0 or not new.tracks_stock)
    and not (old.is_published and (old.stock > 0 or not old.tracks_stock)))
  execute function note_stock_return();
create trigger note_stock_return after update of is_published on products for each row
  when (new.is_published and not old.is_published)
  execute function note_stock_return();

insert into stock_returns (variation_id)
select v.id from variations v join products p on p.id = v.product_id
where v.is_published and p.is_published and (v.stock > 0 or not v.tracks_stock)
  and exists (select from stock_notices n where n.variation_id = v.id and n.notified_at is null);
