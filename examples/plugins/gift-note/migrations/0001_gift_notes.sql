-- The note of a cart, and the note of the order that was placed from it: the cart is deleted a day later.
create table gift_note_carts (
  cart_id bigint primary key references carts on delete cascade,
  note text not null check (length(note) between 1 and 500)
);

create table gift_note_orders (
  order_id bigint primary key references orders on delete cascade,
  note text not null check (length(note) between 1 and 500)
);
