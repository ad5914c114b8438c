-- The page of a card, to be printed, for who has its link.
-- contract: 1.0.0 releases before it have no such plugin
create table gift_card_pages (
  account_id bigint primary key references gift_cards,
  token_hash text not null unique,                  -- of the 256 random bits of the link
  encrypted_code text not null,                     -- with a key of the link: database and secrets of the shop lead to no code
  expires_at timestamptz not null
);
create index gift_card_pages_by_end on gift_card_pages (expires_at);
