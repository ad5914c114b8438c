-- no-transaction
create index concurrently if not exists images_search_by_name on images using gin (to_tsvector('simple'::regconfig, translate(lower(alt || ' ' || path || ' ' || file_name), '@.+-_/', '      ')));
