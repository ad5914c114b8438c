-- Gift cards: the code of an account of stored value.
-- contract: 1.0.0 releases before it have no such plugin
create table gift_cards (
  account_id bigint primary key references value_accounts,
  code_hash text not null unique,                   -- of 80 random bits, so that the hash alone leads to no code
  request_key uuid not null unique,                 -- of the request that issued it: a repeated one issues no second card
  note text not null default ''                     -- for staff
);
