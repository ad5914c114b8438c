-- Passkeys: a third way to log in (ADR 0013).

create table passkeys (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  credential_id text not null unique,          -- base64url, as browsers have it
  public_key text not null,                    -- COSE, base64url
  counter bigint not null,                     -- of its uses; 0 for ever where the authenticator does not count
  transports text[] not null,
  name text not null,                          -- what its owner recognises it by
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_customer on passkeys (customer_id);

-- What a browser was asked to sign; used once.
create table passkey_challenges (
  browser_hash text primary key,               -- SHA-256 of the cookie of the browser that asked
  purpose text not null,                       -- 'login', or 'register:88' for the customer who adds one
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expired on passkey_challenges (expires_at);

alter table access_logs drop constraint access_logs_method_check;
alter table access_logs add constraint access_logs_method_check check (method in ('password', 'otp', 'register', 'passkey'));
