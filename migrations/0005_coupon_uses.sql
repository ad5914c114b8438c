-- What a coupon is for, and who has used it: issue C, coupons.

-- A coupon is for everything, or for what the two tables below name. Said here and not by their being empty: a coupon
-- whose last product is deleted must not turn into one for the whole shop.
alter table coupons add column is_for_everything boolean not null default true;

create table coupon_products (
  coupon_id integer not null references coupons on delete cascade,
  product_id integer not null references products on delete cascade,
  primary key (coupon_id, product_id)
);

-- With everything below the category.
create table coupon_categories (
  coupon_id integer not null references coupons on delete cascade,
  category_id integer not null references categories on delete cascade,
  primary key (coupon_id, category_id)
);

-- One row for each order that holds a use of a coupon; coupons.used_count is their number. An order that comes to nothing
-- gives its use back. Whose use it was is the order's to say: customer, phone and e-mail are there.
create table coupon_uses (
  order_id bigint primary key references orders,
  coupon_id integer not null references coupons,
  created_at timestamptz not null default now()
);
create index coupon_uses_by_coupon on coupon_uses (coupon_id);

-- Has somebody ordered, or used a coupon, before? By customer there is an index already.
create index orders_by_contact_phone on orders (phone) where phone is not null;
create index orders_by_contact_email on orders (lower(email)) where email is not null;

alter table coupons add check (type <> 'percentage' or value <= 100);
