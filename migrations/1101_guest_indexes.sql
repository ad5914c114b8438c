-- no-transaction
-- Guests by contact and in lists, and their orders. ADR 0040.
-- contract: 1.0.0 writes no guests

-- One guest per e-mail address, and one per phone among those without one, also when two orders come at once.
create unique index concurrently if not exists customers_guest_email on customers (guest_email) where guest_email is not null;
create unique index concurrently if not exists customers_guest_phone on customers (mobile_code, guest_phone) where guest_email is null and guest_phone is not null;
create index concurrently if not exists customers_guests on customers (id) where is_guest;
create index concurrently if not exists customers_accounts on customers (id) where not is_guest;
create index concurrently if not exists customers_guest_search on customers using gin (to_tsvector('simple'::regconfig, translate(lower(coalesce(guest_email, '') || ' ' || coalesce(guest_phone, '') || ' ' || right(coalesce(guest_phone, ''), 10) || ' ' || first_name || ' ' || last_name), '@.+-_/', '      '))) where is_guest;
create index concurrently if not exists orders_by_guest on orders (guest_id, placed_at desc) where guest_id is not null;
-- Orders that wait for their guest: the job reads no others.
create index concurrently if not exists orders_without_guest on orders (id) where customer_id is null and guest_id is null and customer_left_at is null and payment_status in ('paid', 'partially_refunded', 'refunded') and (email <> '' or phone <> '');
