-- Which reports a stored month has: a release with more of them makes older months again.
-- blocking: a column with a constant default rewrites nothing
alter table report_months add column version integer not null default 1;
