-- Backorder and pre-order: variations that are sold before they are in stock. ADR 0029.
-- Pieces that may be sold ahead are part of `stock`, as safety stock is not: `held_back` is negative for them, and stock + held_back, the pieces,
-- may be below zero. So the conditional update of orders decides races about the last one of them too, in every release.
-- contract: 1.0.0 sells them without a promise on the line, and shows them as in stock; its orders are packed before their date
-- blocking: columns that are null rewrite nothing, and the index is of a column that is null in every row
alter table variations
  -- {kind: backorder | preorder, limit, text, days, date}; limit null: none. Null: sold while in stock.
  add column sold_ahead jsonb constraint variations_sold_ahead check (
    sold_ahead is null or (sold_ahead ->> 'kind' = 'backorder' and sold_ahead ->> 'days' is not null)
      or (sold_ahead ->> 'kind' = 'preorder' and sold_ahead ->> 'date' is not null));
create index variations_preorder on variations ((sold_ahead ->> 'date')) where sold_ahead ->> 'kind' = 'preorder';

-- What was promised when the line was ordered: {kind, text, date, quantity}, of how many of its pieces.
alter table order_items add column sold_ahead jsonb;
create index order_items_sold_ahead on order_items (variation_id, id) where sold_ahead is not null;
create index order_items_preordered on order_items ((sold_ahead ->> 'date'), order_id) where sold_ahead ->> 'kind' = 'preorder';

-- As in 1240, less what may be sold ahead. Without a limit it is more than can be ordered.
create or replace function hold_back_stock() returns trigger language plpgsql as $$
declare
  pieces integer := new.stock + new.held_back;
  ahead integer := case when new.sold_ahead is null then 0 else coalesce((new.sold_ahead ->> 'limit')::integer, 1000000) end;
begin
  new.held_back := least(new.safety_stock - ahead, pieces);
  new.stock := pieces - new.held_back;
  return new;
end $$;
drop trigger hold_back_stock on variations;
create trigger hold_back_stock before insert or update of stock, safety_stock, held_back, sold_ahead on variations
  for each row when (new.safety_stock <> 0 or new.held_back <> 0 or new.sold_ahead is not null) execute function hold_back_stock();

-- As in 1240, but what is sold ahead is missing in the main location alone, until it comes in.
drop trigger take_from_other_locations on variations;
create constraint trigger take_from_other_locations after update of stock on variations deferrable initially deferred
  for each row when (new.stock + new.held_back < new.other_stock and new.sold_ahead is null) execute function take_from_other_locations();
