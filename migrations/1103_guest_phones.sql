-- no-transaction
-- Guests of one phone, whatever their e-mail addresses: possible duplicates. Back office, "Customers".
create index concurrently if not exists customers_by_guest_phone on customers (mobile_code, guest_phone) where guest_phone is not null;
