-- Cards that were bought, each for one piece of a line of an order.
-- contract: 1.0.0 releases before it have no such plugin
create table gift_card_sales (
  account_id bigint primary key references gift_cards,
  order_item_id bigint not null references order_items,  -- the line before any of its pieces was split off
  piece integer not null check (piece > 0),
  voided_at timestamptz,                                 -- refunded: it pays nothing any more
  unique (order_item_id, piece)
);
