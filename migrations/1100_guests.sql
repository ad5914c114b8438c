-- Guests are customers of the back office: rows of `customers` that no login can find. ADR 0040.
-- contract: 1.0.0 writes none of the columns; it lists guests without their contact, and erases one without its orders
-- blocking: columns that are null or have a constant default rewrite nothing, and no constraint reads the rows that are there

alter table customers
  -- By proven contact, or created by staff. Nobody logs in to it.
  add column is_guest boolean not null default false,
  -- Contact of a guest, apart from that of accounts: no login, registration, code or reset link looks here.
  add column guest_email text,
  add column guest_phone text,                      -- national digits, of `mobile_code`
  add column is_by_hand boolean not null default false, -- created by staff: it stays without an order
  add constraint customers_guest_without_login check (case when is_guest
    then email is null and phone is null and password_hash is null and email_verified_at is null and phone_verified_at is null
    else guest_email is null and guest_phone is null end) not valid,
  add constraint customers_guest_email_lower check (guest_email = lower(guest_email)) not valid;

-- The guest whom an order without an account belongs to: only the back office reads it.
alter table orders add column guest_id bigint;
alter table orders add constraint orders_guest foreign key (guest_id) references customers on delete set null not valid;
