-- Safety stock: pieces of a variation that the shop never sells. ADR 0029.
-- `stock` stays what is sold, so that every reader and the conditional update of orders stay as they are, also those of the release
-- before. `held_back` is what lies beside it: the pieces of a variation are stock + held_back.
-- contract: 1.0.0 changes `stock` by differences, which the trigger divides; a number that its import writes is one of pieces for sale
-- blocking: columns with a constant default rewrite nothing, and their checks read rows of the default alone; triggers are replaced at once
alter table variations
  add column safety_stock integer not null default 0 constraint variations_safety_stock check (safety_stock between 0 and 1000000),
  add column held_back integer not null default 0;

-- What there is fills the safety stock first, and only the rest is sold.
create function hold_back_stock() returns trigger language plpgsql as $$
declare pieces integer := new.stock + new.held_back;
begin
  new.held_back := least(new.safety_stock, pieces);
  new.stock := pieces - new.held_back;
  return new;
end $$;
create trigger hold_back_stock before insert or update of stock, safety_stock, held_back on variations
  for each row when (new.safety_stock <> 0 or new.held_back <> 0) execute function hold_back_stock();

-- As in 1130, with the pieces that are held back.
create or replace function take_from_other_locations() returns trigger language plpgsql as $$
declare
  missing integer;
  level record;
begin
  select other_stock - stock - held_back into missing from variations where id = new.id;
  for level in
    select l.location_id, l.quantity from stock_levels l join stock_locations p on p.id = l.location_id
    where l.variation_id = new.id and l.quantity > 0 and p.sells order by p.priority, p.id
  loop
    exit when coalesce(missing, 0) <= 0;
    level.quantity := least(level.quantity, missing);
    missing := missing - level.quantity;
    -- The total is right: the change of the level takes this away again.
    update variations set stock = stock + level.quantity where id = new.id;
    update stock_levels set quantity = quantity - level.quantity where variation_id = new.id and location_id = level.location_id;
  end loop;
  return null;
end $$;
drop trigger take_from_other_locations on variations;
create constraint trigger take_from_other_locations after update of stock on variations deferrable initially deferred
  for each row when (new.stock + new.held_back < new.other_stock) execute function take_from_other_locations();
