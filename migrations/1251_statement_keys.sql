-- no-transaction
-- A shop without statements of withdrawal has an empty index.
create unique index concurrently if not exists form_submissions_statement on form_submissions (statement_key) where statement_key is not null;
