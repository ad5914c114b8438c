-- The account area: proving again who one is before what cannot be undone, and orders that outlive their customer.
-- Security §19, decisions §6 (account deletion), ADR 0014.

-- When this session's customer last gave password or code again; good for ten minutes.
alter table sessions add column proved_at timestamptz;

-- The customer has gone: name, contact and address go too as soon as the order needs them no more.
alter table orders add column customer_left_at timestamptz;
alter table orders add column erased_at timestamptz;
create index orders_to_erase on orders (id) where customer_left_at is not null and erased_at is null;
