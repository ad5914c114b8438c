-- Online payments: the cart that is kept until its order is paid (ADR 0008), stock held meanwhile, payments, refunds, events.
-- Decisions §2 and §3 (Stock), security §16 and §17.

-- An order that waits for its payment leaves its cart open. One order for one state of a cart, and one that waits.
alter table carts add column unpaid_order_id bigint references orders on delete set null;
alter table orders drop constraint orders_cart_id_key;
alter table orders drop constraint orders_cart_id_fkey;
alter table orders alter column cart_id drop not null;
alter table orders add constraint orders_cart_id_fkey foreign key (cart_id) references carts on delete set null;
alter table orders add column cart_version integer not null default 0;
alter table orders add column held_until timestamptz;          -- while it waits: stock is held until then
alter table orders add column messages_when_paid jsonb;        -- rows of the outbox that wait with it
alter table orders add column review_reason text               -- money came that the order has no use for: somebody should look
  check (review_reason in ('amount_mismatch', 'paid_out_of_stock', 'paid_after_cancel', 'paid_twice'));
alter table orders add constraint orders_held_while_unpaid check (status <> 'pending_payment' or held_until is not null);
create unique index orders_once_per_cart_state on orders (cart_id, cart_version) where status not in ('payment_failed', 'cancelled');
create unique index orders_one_unpaid_per_cart on orders (cart_id) where status = 'pending_payment';
create index orders_unpaid on orders (held_until) where status = 'pending_payment';
create index orders_failed on orders (placed_at) where status = 'payment_failed';

-- What an unpaid order has taken out of stock; gone once it is paid or given back.
create table stock_holds (
  order_id bigint not null references orders,
  variation_id integer not null references variations on delete cascade,
  quantity integer not null check (quantity > 0),
  primary key (order_id, variation_id)
);

create table payments (
  id text primary key,                          -- ours, unguessable; the gateway is told it as its reference
  order_id bigint not null references orders,
  gateway text not null,
  gateway_payment_id text,                      -- null until the gateway has answered
  status text not null check (status in ('created', 'requires_action', 'processing', 'paid', 'failed', 'expired', 'surplus')),
  failure text check (failure in ('declined', 'cancelled', 'timeout', 'unavailable')),
  amount bigint not null check (amount > 0),    -- minor units, as everything
  currency text not null,
  captured_amount bigint not null default 0 check (captured_amount >= 0),
  refunded_amount bigint not null default 0,
  action jsonb,                                 -- where the shopper goes to pay
  ask_again_at timestamptz,                     -- when we ask the gateway ourselves; null: it has said its last word
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (gateway, gateway_payment_id),
  -- never more back than came
  check (refunded_amount between 0 and captured_amount)
);
create index payments_by_order on payments (order_id, created_at);
create unique index payments_one_capture on payments (order_id) where status = 'paid';
create unique index payments_one_open on payments (order_id) where status in ('created', 'requires_action', 'processing');
create index payments_to_ask on payments (ask_again_at) where ask_again_at is not null;

create table payment_refunds (
  id bigint generated always as identity primary key,
  payment_id text not null references payments,
  amount bigint not null check (amount > 0),
  reason text not null,
  status text not null default 'due' check (status in ('due', 'done', 'by_hand')),
  gateway_refund_id text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index payment_refunds_due on payment_refunds (next_attempt_at) where status = 'due';

-- Each event of a gateway counts once (security §17).
create table webhook_events (
  gateway text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (gateway, event_id)
);

-- How to pay by transfer; shown with the order.
alter table payment_methods add column instructions text not null default '';

create table order_ratings (
  order_id bigint primary key references orders,
  rating integer not null check (rating between 1 and 5),
  comment text not null default '',
  rated_at timestamptz not null default now()
);

-- The books of the test gateway, which plays a payment company of its own: nothing else reads or writes them.
create table test_gateway_payments (
  id text primary key,
  reference text not null unique,
  order_no text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  return_path text not null,
  cancel_path text not null,
  status text not null default 'open' check (status in ('open', 'processing', 'captured', 'declined', 'cancelled', 'timed_out')),
  captures_at timestamptz,
  captures integer not null default 0 check (captures <= 1),
  refunded bigint not null default 0,
  created_at timestamptz not null default now(),
  check (refunded between 0 and amount)
);

create table test_gateway_refunds (
  key text primary key,
  payment_id text not null references test_gateway_payments,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default now()
);
