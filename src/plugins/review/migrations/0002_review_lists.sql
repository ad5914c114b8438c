-- no-transaction
-- Reviews by the beginning of each word of their author and texts, and in the orders of the back office's list: waiting ones first, by rating.
create index concurrently if not exists reviews_search on reviews using gin (to_tsvector('simple'::regconfig, translate(lower(author || ' ' || regexp_replace(fields::text, '\\[nrt"]', ' ', 'g')), '@.+-_/', '      ')));
create index concurrently if not exists reviews_waiting_first on reviews ((status = 'pending'), id);
create index concurrently if not exists reviews_by_rating on reviews (rating, id) include (status);
create index concurrently if not exists reviews_by_product on reviews (product_id, id);
