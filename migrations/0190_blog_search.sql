-- no-transaction
-- Posts by the beginning of each word of their texts; signs of scripts without spaces are words of their own. ADR 0053.
create index concurrently if not exists blog_posts_by_words on blog_posts using gin (to_tsvector('simple'::regconfig, translate(lower(regexp_replace(title || ' ' || excerpt || ' ' || left(regexp_replace(coalesce(body_text, ''), '\\[nrt"]', ' ', 'g'), 100000), '([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])', ' \1 ', 'g')), '@.+-_/', '      ')));
