-- The price of a cart line by the pieces of its variation in the whole cart and by the groups of the customer. ADR 0033.
-- A process of the release before does not know it: it charges the price of one piece for everyone.
-- blocking: a trigger that is created rewrites nothing

create function groups_of(customer bigint) returns bigint[] language sql stable parallel safe as $$
  select array(select m.group_id from customer_group_members m where m.customer_id = customer)
$$;

-- A price for a quantity or a group is no reduction of its own: `mrp` is what is struck through for everyone, else the price itself.
create view cart_item_prices as
  select i.id, i.cart_id, charged.price as selling_price,
    case when shown.mrp > shown.selling_price then shown.mrp else charged.price end as mrp
  from cart_items i
    join carts c on c.id = i.cart_id
    join shown_prices shown on shown.variation_id = i.variation_id and shown.channel_id = c.channel_id
    cross join lateral effective_price(shown.selling_price, i.variation_id, c.channel_id, groups_of(c.customer_id), (
      select sum(o.quantity)::integer from cart_items o where o.cart_id = i.cart_id and o.variation_id = i.variation_id), now()) charged;

-- `unit_price` is the price that the shopper has seen. When the shopper changes the quantity it follows the tiers, unless it was an
-- outdated one before: then the change is still to be shown. A trigger, because seven statements write quantities.
create function follow_quantity() returns trigger language plpgsql as $$
declare
  carts bigint[];
  variations integer[];
  added bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.cart_id), array_agg(n.variation_id), array_agg(n.quantity) into carts, variations, added from new_items n
    where exists (select from price_list_items p where p.variation_id = n.variation_id and p.min_quantity > 1);
  elsif tg_op = 'DELETE' then
    select array_agg(o.cart_id), array_agg(o.variation_id), array_agg(-o.quantity) into carts, variations, added from old_items o
    where exists (select from price_list_items p where p.variation_id = o.variation_id and p.min_quantity > 1);
  else
    select array_agg(n.cart_id), array_agg(n.variation_id), array_agg(n.quantity - o.quantity) into carts, variations, added
    from new_items n join old_items o on o.id = n.id
    where n.quantity <> o.quantity
      and exists (select from price_list_items p where p.variation_id = n.variation_id and p.min_quantity > 1);
  end if;
  if carts is null then return null; end if;
  update cart_items i set unit_price = present.price
  from (
    select t.cart_id, t.variation_id, sum(t.pieces) as pieces from unnest(carts, variations, added) t(cart_id, variation_id, pieces)
    group by 1, 2
  ) changed
    join carts c on c.id = changed.cart_id
    join shown_prices shown on shown.variation_id = changed.variation_id and shown.channel_id = c.channel_id
    cross join lateral (
      select sum(o.quantity) as pieces from cart_items o where o.cart_id = changed.cart_id and o.variation_id = changed.variation_id
    ) now_in
    cross join lateral effective_price(shown.selling_price, changed.variation_id, c.channel_id, groups_of(c.customer_id),
      greatest(1, now_in.pieces - changed.pieces)::integer, now()) former
    cross join lateral effective_price(shown.selling_price, changed.variation_id, c.channel_id, groups_of(c.customer_id),
      now_in.pieces::integer, now()) present
  where i.cart_id = changed.cart_id and i.variation_id = changed.variation_id
    and i.unit_price = former.price and present.price <> former.price;
  return null;
end $$;
create trigger follow_added_quantity after insert on cart_items referencing new table as new_items
  for each statement when (pg_trigger_depth() = 0) execute function follow_quantity();
create trigger follow_changed_quantity after update on cart_items referencing old table as old_items new table as new_items
  for each statement when (pg_trigger_depth() = 0) execute function follow_quantity();
create trigger follow_removed_quantity after delete on cart_items referencing old table as old_items
  for each statement when (pg_trigger_depth() = 0) execute function follow_quantity();
