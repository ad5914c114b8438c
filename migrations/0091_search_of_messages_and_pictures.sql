-- no-transaction
-- Messages of forms and pictures by the beginning of each word, and messages by their state. The regular expression takes JSON's line breaks and quotes out.
create index concurrently if not exists form_submissions_search on form_submissions using gin (to_tsvector('simple'::regconfig, translate(lower(coalesce(email, '') || ' ' || regexp_replace(values::text, '\\[nrt"]', ' ', 'g')), '@.+-_/', '      ')));
create index concurrently if not exists form_submissions_open on form_submissions (form_slug, id) where answered_at is null;
create index concurrently if not exists form_submissions_answered on form_submissions (form_slug, id) where answered_at is not null;
create index concurrently if not exists images_search on images using gin (to_tsvector('simple'::regconfig, translate(lower(alt || ' ' || path), '@.+-_/', '      ')));
