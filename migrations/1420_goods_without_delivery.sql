-- Goods without delivery: digital goods, services, and vouchers such as gift cards. ADR 0029.
-- contract: 1.0.0 sells them as goods that are delivered
-- blocking: columns with a constant default rewrite nothing
alter table products add column kind text not null default 'goods' check (kind in ('goods', 'digital', 'voucher'));
-- Of the product when it was ordered.
alter table order_items add column kind text not null default 'goods';

-- They have no stock to count, whatever writes them.
create function count_no_stock_without_delivery() returns trigger language plpgsql as $$
begin
  if exists (select from products where id = new.product_id and kind <> 'goods') then
    new.tracks_stock := false;
  end if;
  return new;
end $$;
create trigger count_no_stock before insert or update of tracks_stock on variations
  for each row when (new.tracks_stock) execute function count_no_stock_without_delivery();

create function stop_counting_stock() returns trigger language plpgsql as $$
begin
  update variations set tracks_stock = false where product_id = new.id and tracks_stock;
  return null;
end $$;
create trigger stop_counting_stock after update of kind on products
  for each row when (new.kind <> 'goods' and old.kind = 'goods') execute function stop_counting_stock();
