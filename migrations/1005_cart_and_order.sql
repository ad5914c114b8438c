-- Carts, coupons and orders, and what keeps them right whatever fails. Spec §3 Cart and Order; decisions §2 and §3; security §15–§17.
-- baseline
-- contract: 1.0.0 releases before it have other migrations

create table carts (
  id bigint generated always as identity primary key,
  session_id text not null unique,                  -- the cart_session cookie's value: 32 random bytes, base64url
  channel_id integer not null references channels,
  customer_id bigint references customers,
  version integer not null default 1,
  phone text,
  email text,
  is_marketing_opted_in boolean not null default false,
  is_billing_same boolean not null default true,
  shipping_method text,
  payment_method text,
  coupon_code text,
  instruction text,
  status text not null default 'open' check (status in ('open', 'ordered')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- An order that waits for its payment leaves its cart open. One order for one state of a cart, and one that waits.
  unpaid_order_id bigint
);
create unique index carts_one_open_per_customer on carts (customer_id, channel_id) where status = 'open' and customer_id is not null;
create index carts_expired on carts (expires_at) where status = 'open';
-- What the hourly sweep looks for: carts that were left alone, and replies that were kept long enough. Security §9, §16.
create index carts_idle on carts (updated_at);

create sequence order_numbers start 100001;

create table cart_items (
  id bigint generated always as identity primary key,
  cart_id bigint not null references carts on delete cascade,
  variation_id integer not null references variations on delete cascade,
  quantity integer not null check (quantity > 0),
  unit_price bigint not null check (unit_price >= 0), -- the price the shopper last saw and accepted
  customisation jsonb,                              -- {custom_text, image_path} or null
  customisation_key text not null default '',       -- hash of it: another customisation is another line
  created_at timestamptz not null default now(),
  unique (cart_id, variation_id, customisation_key)
);
-- Lines by the shopper's picture they name: an unused picture is found without reading every line.
create index cart_items_by_customisation_image on cart_items ((customisation ->> 'image_path')) where customisation ->> 'image_path' is not null;
create index cart_items_by_variation on cart_items (variation_id);

create table cart_addresses (
  id bigint generated always as identity primary key,
  cart_id bigint not null references carts on delete cascade,
  address_type text not null check (address_type in ('Shipping', 'Billing')),
  address_id bigint,                                -- the saved address it came from
  country_id integer not null references countries,
  state_id integer references states,
  state_name text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  phone text not null default '',
  address_line_1 text not null default '',
  address_line_2 text not null default '',
  city text not null default '',
  postcode text not null default '',
  tax_no text not null default '',
  unique (cart_id, address_type),
  -- A cart's address is a copy: it stays when the saved one goes.
  constraint cart_addresses_saved foreign key (address_id) references addresses on delete set null
);
create index cart_addresses_by_saved on cart_addresses (address_id) where address_id is not null;

create table orders (
  id bigint generated always as identity primary key,
  order_no text not null unique,
  cart_id bigint references carts on delete set null,
  channel_id integer not null references channels,
  customer_id bigint references customers,
  status text not null check (status in ('pending_payment', 'payment_failed', 'placed', 'packed', 'shipped', 'out_for_delivery',
    'delivered', 'cancelled', 'refund_requested', 'refund_approved', 'refund_rejected', 'returned', 'refunded')),
  payment_status text not null check (payment_status in ('pending', 'paid', 'failed', 'refunded', 'partially_refunded')),
  payment_method text not null,
  payment_method_name text not null,
  shipping_method text not null,
  shipping_method_name text not null,
  eta_min_days integer,
  eta_max_days integer,
  currency text not null,
  subtotal bigint not null check (subtotal >= 0),
  discount_total bigint not null default 0 check (discount_total >= 0),
  shipping_total bigint not null check (shipping_total >= 0),
  payment_fee bigint not null default 0 check (payment_fee >= 0),
  tax_total bigint not null check (tax_total >= 0), -- contained in the prices when is_tax_included
  is_tax_included boolean not null,
  grand_total bigint not null check (grand_total >= 0),
  coupon_code text,
  email text,
  phone text,
  shipping_address jsonb not null,
  billing_address jsonb not null,
  instruction text,
  accepted_tnc_at timestamptz,
  google_gtag_event_tracked boolean not null default false,
  google_gtm_event_tracked boolean not null default false,
  facebook_pixel_event_tracked boolean not null default false,
  placed_at timestamptz not null default now(),
  cart_version integer not null default 0,
  held_until timestamptz,
  -- While it waits for its payment: stock is held until then.
  messages_when_paid jsonb,
  -- Rows of the outbox that wait with it.
  review_reason text               -- money came that the order has no use for: somebody should look
    check (review_reason in ('amount_mismatch', 'paid_out_of_stock', 'paid_after_cancel', 'paid_twice')),
  -- The customer has gone: name, contact and address go too as soon as the order needs them no more.
  customer_left_at timestamptz,
  erased_at timestamptz,
  -- Links to an order are signed over a random key of the order, not over its id: an id is given out again after a restore. ADR 0037.
  -- Null: an order of a release before 0.9, whose mailed links are signed over its id.
  access_key text check (access_key ~ '^[A-Za-z0-9_-]{43}$'),
  charges_tax_rate integer not null default 0,
  shipping_tax bigint not null default 0,
  payment_fee_tax bigint not null default 0,
  -- The status stays 'shipped', which the release before and the specification know.
  is_partly_shipped boolean not null default false,
  check (grand_total = subtotal - discount_total + shipping_total + payment_fee + case when is_tax_included then 0 else tax_total end),
  constraint orders_held_while_unpaid check (status <> 'pending_payment' or held_until is not null)
);
alter table orders set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index orders_by_customer on orders (customer_id, placed_at desc);
-- Has somebody ordered, or used a coupon, before? By customer there is an index already.
create index orders_by_contact_phone on orders (phone) where phone is not null;
create index orders_by_contact_email on orders (lower(email)) where email is not null;
create unique index orders_once_per_cart_state on orders (cart_id, cart_version) where status not in ('payment_failed', 'cancelled');
create unique index orders_one_unpaid_per_cart on orders (cart_id) where status = 'pending_payment';
create index orders_unpaid on orders (held_until) where status = 'pending_payment';
create index orders_failed on orders (placed_at) where status = 'payment_failed';
create index orders_to_erase on orders (id) where customer_left_at is not null and erased_at is null;
-- Orders by state, total, day and search words, so that a list of the back office reads one page of 100,000 orders.
create index orders_by_status on orders (status, id desc);
create index orders_by_total on orders (grand_total, id);
create index orders_by_day on orders (channel_id, placed_at);
create index orders_search on orders using gin (to_tsvector('simple'::regconfig, translate(lower(order_no || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || right(coalesce(phone, ''), 10) || ' ' || coalesce(shipping_address ->> 'first_name', '') || ' ' || coalesce(shipping_address ->> 'last_name', '') || ' ' || coalesce(shipping_address ->> 'city', '')), '@.+-_/', '      ')));
create index orders_transfer_pending on orders (id) where payment_status = 'pending' and payment_method = 'bank_transfer';
create index orders_to_review on orders (id) where review_reason is not null;
-- Sales by day for the first screen, read from the index alone: 100,000 orders are wide rows.
create index orders_sales_by_day on orders (channel_id, placed_at) include (id, status, grand_total);
create index orders_by_status_total on orders (status, grand_total, id);
create index orders_partly_shipped on orders (id) where is_partly_shipped;

-- The open order of a cart whose payment is not finished.
alter table carts add constraint carts_unpaid_order_id_fkey
  foreign key (unpaid_order_id) references orders on delete set null;

-- What an unpaid order has taken out of stock; gone once it is paid or given back.
create table stock_holds (
  order_id bigint not null references orders,
  variation_id integer not null references variations on delete cascade,
  quantity integer not null check (quantity > 0),
  primary key (order_id, variation_id)
);

create table coupons (
  id integer generated by default as identity primary key,
  channel_id integer not null references channels,
  code text not null check (code = upper(code)),
  title text not null,
  type text not null check (type in ('percentage', 'fixed', 'free_shipping')),
  value bigint not null check (value >= 0),         -- percent, or minor units
  max_discount bigint check (max_discount > 0),
  min_order bigint not null default 0,
  is_first_order_only boolean not null default false,
  usage_limit integer check (usage_limit > 0),
  usage_limit_per_customer integer check (usage_limit_per_customer > 0),
  used_count integer not null default 0 check (used_count >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_active boolean not null default true,
  is_listed boolean not null default true,
  -- A coupon is for everything, or for what the two tables below name. Said here and not by their being empty: a coupon
  -- whose last product is deleted must not turn into one for the whole shop.
  is_for_everything boolean not null default true,
  -- Single-use codes of a coupon: each is a coupon of its own with the rules, products and categories of its parent.
  parent_id integer references coupons on delete cascade,
  unique (channel_id, code),
  check (usage_limit is null or used_count <= usage_limit),
  check (type <> 'percentage' or value <= 100)
);
create index coupons_search on coupons using gin (to_tsvector('simple'::regconfig, translate(lower(code || ' ' || title), '@.+-_/', '      ')));
create index coupons_by_parent on coupons (parent_id) where parent_id is not null;

-- One row for each order that holds a use of a coupon; coupons.used_count is their number. An order that comes to nothing
-- gives its use back. Whose use it was is the order's to say: customer, phone and e-mail are there.
create table coupon_uses (
  order_id bigint primary key references orders,
  coupon_id integer not null references coupons,
  created_at timestamptz not null default now()
);
create index coupon_uses_by_coupon on coupon_uses (coupon_id);

-- With everything below the category.
create table coupon_categories (
  coupon_id integer not null references coupons on delete cascade,
  category_id integer not null references categories on delete cascade,
  primary key (coupon_id, category_id)
);

create table coupon_products (
  coupon_id integer not null references coupons on delete cascade,
  product_id integer not null references products on delete cascade,
  primary key (coupon_id, product_id)
);

-- Carts per day of the shop's time zone, for the conversion on the home screen: carts themselves are deleted. `last_cart_id` is the
-- last one that is counted.
create table cart_days (
  channel_id integer not null references channels on delete cascade,
  day date not null,
  carts integer not null,
  last_cart_id bigint not null,
  primary key (channel_id, day)
);

-- The same key and body get the same reply for 24 h (security §16).
create table idempotency_keys (
  scope text not null,
  key text not null,
  body_hash text not null,
  status integer not null,
  reply jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table wishlist_items (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  variation_id integer not null references variations on delete cascade,
  price_at_add bigint not null check (price_at_add >= 0), -- minor units of `currency`
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  added_at timestamptz not null default now(),
  unique (customer_id, variation_id)
);
create index wishlist_items_by_variation on wishlist_items (variation_id);

create table order_cancellations (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  is_whole boolean not null,
  reason text not null,
  comment text not null default '',
  amount bigint not null check (amount >= 0),       -- what the order became less by
  refunded bigint not null default 0 check (refunded >= 0), -- on its way back by the gateway
  owed bigint not null default 0 check (owed >= 0), -- was paid past any gateway: somebody has to pay it back by hand
  at timestamptz not null default now(),
  check (refunded + owed <= amount)
);
create index order_cancellations_by_order on order_cancellations (order_id, id);
create index order_cancellations_owed on order_cancellations (id) where owed > 0;

create table order_items (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  variation_id integer references variations on delete set null,
  name text not null,
  slug text not null,
  sku text not null,
  brand text not null default '',
  category text not null default '',
  image_path text,
  quantity integer not null check (quantity > 0),
  unit_price bigint not null check (unit_price >= 0),
  discount bigint not null default 0 check (discount >= 0),
  tax bigint not null check (tax >= 0),
  total bigint not null check (total >= 0),         -- unit_price * quantity - discount
  customisation jsonb,
  status text not null default 'placed',
  return_days integer not null default 0,
  -- Basis points, as it was when the order was made: what an invoice says must not change with the shop's rates.
  tax_rate integer not null default 0 check (tax_rate between 0 and 10000),
  -- Some pieces of a line may be cancelled or sent back: they become a line of their own.
  split_from bigint references order_items,
  cancellation_id bigint references order_cancellations,
  hsn_code text not null default ''
);
create index order_items_by_order on order_items (order_id);
create index order_items_by_customisation_image on order_items ((customisation ->> 'image_path')) where customisation ->> 'image_path' is not null;
create index order_items_by_sku on order_items (upper(sku) text_pattern_ops);
create index order_items_by_variation on order_items (variation_id) where variation_id is not null;

create table order_events (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  status text not null,
  at timestamptz not null default now(),
  note text not null default ''
);
create index order_events_by_order on order_events (order_id, id);

create table order_notes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  staff_id bigint references staff on delete set null,
  author text not null,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null default now()
);
create index order_notes_by_order on order_notes (order_id, id);
create index order_notes_by_staff on order_notes (staff_id);

create table order_ratings (
  order_id bigint primary key references orders,
  rating integer not null check (rating between 1 and 5),
  comment text not null default '',
  rated_at timestamptz not null default now()
);

-- Bulk actions of orders are jobs with stored results: they go on when the tab is closed, and their results can be read later. ADR 0045.
create table order_batches (
  id bigint generated always as identity primary key,
  action text not null check (action in ('pack', 'ship')),
  courier text not null default '',
  staff_id bigint references staff on delete set null,
  actor text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index order_batches_by_staff on order_batches (staff_id, id desc);

create table order_batch_items (
  batch_id bigint not null references order_batches on delete cascade,
  order_id bigint not null references orders,
  waybill text not null default '',
  done_at timestamptz,
  code text,                                        -- null: it succeeded
  message text not null default '',
  primary key (batch_id, order_id)
);

-- Purchases that a tracking plugin has reported, for plugins without a flag on the order.
create table tracked_purchases (
  order_id bigint not null references orders (id) on delete cascade,
  plugin text not null,
  tracked_at timestamptz not null default now(),
  -- The tracked flags of an order (spec §3) are rows of its claims. The columns on the order are no longer written.
  flag text,
  primary key (order_id, plugin)
);
