-- What a return has put into stock is taken out again when it is declined afterwards. ADR 0036.
-- contract: 1.0.0 leaves the column at 0, and its returns are declined as before
-- blocking: a column with a constant default rewrites nothing

-- Pieces that staff put back into stock when they arrived.
alter table refund_items add column restocked_quantity integer not null default 0 check (restocked_quantity >= 0);
