-- Where the visit of an order came from, for the report of sources.
-- blocking: a column with a constant default rewrites nothing
alter table orders add column source text not null default ''; -- a campaign or a site; empty: direct or unknown
