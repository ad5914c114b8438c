-- What staff take off an order by phone, and orders that replace items of another one. Back office, "Orders".

alter table carts
  add column staff_discount bigint not null default 0 check (staff_discount >= 0),
  add column has_free_delivery boolean not null default false;

-- An order with a discount of staff, with free delivery, or in place of another one.
create table order_discounts (
  order_id bigint primary key references orders on delete cascade,
  reason text not null,                             -- for staff
  replaces_order_id bigint references orders on delete set null
);
create index order_discounts_by_replaced_order on order_discounts (replaces_order_id) where replaces_order_id is not null;
