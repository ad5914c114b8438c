-- no-transaction
-- Pages, blog posts and coupons by the beginning of each word: the search of the back office looks through all of them at once.
create index concurrently if not exists pages_search on pages using gin (to_tsvector('simple'::regconfig, translate(lower(name || ' ' || slug), '@.+-_/', '      ')));
create index concurrently if not exists blog_posts_search on blog_posts using gin (to_tsvector('simple'::regconfig, translate(lower(title || ' ' || slug), '@.+-_/', '      ')));
create index concurrently if not exists coupons_search on coupons using gin (to_tsvector('simple'::regconfig, translate(lower(code || ' ' || title), '@.+-_/', '      ')));
