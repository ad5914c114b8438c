-- A channel may refuse to publish products that do not declare what the law of its country asks. ADR 0033.
-- contract: 1.0.0 publishes them
-- blocking: a column with a constant default rewrites nothing

alter table channels add column requires_declarations boolean not null default false;
