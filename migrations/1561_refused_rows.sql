-- All refused rows of an import with their reasons, by line: `problems` has the first 1,000, refused or not, which the screen lists.
-- blocking: a column that is null rewrites nothing
alter table product_imports add column refused jsonb;
