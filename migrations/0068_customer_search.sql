-- no-transaction
-- Each word of a name, e-mail address or phone by its beginning, among 1,000,000 customers.
create index concurrently if not exists customers_search on customers using gin (to_tsvector('simple'::regconfig, translate(lower(coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || right(coalesce(phone, ''), 10) || ' ' || first_name || ' ' || last_name), '@.+-_/', '      ')));
