-- Cards that are sent by mail, and the notice before they expire.
-- contract: 1.0.0 releases before it have no such plugin
create table gift_card_deliveries (
  id bigint primary key references gift_cards (account_id),
  email text not null,                              -- of the recipient; empty once it is erased
  name text not null,
  message text not null,
  send_at timestamptz not null,
  encrypted_code text not null,                     -- empty once it is sent: then the hash alone is left
  sent_at timestamptz,
  expiry_notice_at timestamptz
);
create index gift_card_deliveries_due on gift_card_deliveries (send_at) where sent_at is null;
create index gift_card_deliveries_email on gift_card_deliveries (email);
