-- no-transaction
-- The product list finds a character inside a Chinese, Japanese or Korean name. The former index, products_search, is read by release
-- 1.0.0 beside this one; it can go with 2.0.

create index concurrently if not exists products_search_signs on products using gin (to_tsvector('simple'::regconfig, translate(lower(regexp_replace(name || ' ' || slug, '([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])', ' \1 ', 'g')), '@.+-_/', '      ')));
