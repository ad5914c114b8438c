-- What a variation costs the shop, in minor units of its currency; staff alone see it.
-- contract: 1.0.0 knows nothing of the column and leaves it as it is
-- blocking: a column without a default rewrites nothing

alter table variations add column cost bigint check (cost >= 0);
