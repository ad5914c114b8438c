-- Customers who sign in: sessions, codes, reset links, the access log and what counts tries. Security §3–§6, §10; decisions §1.5, §3.

update customers set email = lower(email) where email <> lower(email);

alter table customers drop constraint customers_phone_key;
alter table customers
  add column mobile_code text not null default '',          -- of `phone`: '+91'; `phone` are the national digits
  add column password_hash text,                            -- PHC string; null: signs in by code only
  add column password_version integer not null default 1,   -- reset links and known devices of an older one are void
  add constraint customers_phone_key unique (mobile_code, phone),
  add constraint customers_email_lower check (email = lower(email));

create table sessions (
  id bigint generated always as identity primary key,
  token_hash text not null unique,            -- SHA-256 of the cookie's value, base64url
  customer_id bigint not null references customers on delete cascade,
  is_remembered boolean not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null             -- however busy it is
);
create index sessions_by_customer on sessions (customer_id, last_seen_at);
create index sessions_expired on sessions (expires_at);

create table access_logs (
  id bigint generated always as identity primary key,
  customer_id bigint references customers on delete cascade,  -- null: no account was meant that we know
  event text not null check (event in ('login', 'login_failed', 'otp_sent', 'otp_verified', 'otp_failed', 'logout',
    'password_changed', 'reset_requested', 'reset_used', 'email_changed', 'phone_changed', 'session_revoked', 'account_exported')),
  method text check (method in ('password', 'otp', 'register')),
  ip text not null,
  user_agent text not null,
  session_id bigint,                          -- the session it began, used or ended; that may be gone
  at timestamptz not null default now()
);
create index access_logs_by_customer on access_logs (customer_id, id desc);
create index access_logs_by_age on access_logs (at);

-- One live code a purpose and phone: a new one takes the place of the old one.
create table otp_challenges (
  purpose text not null,                      -- 'login', or 'account:88' for the customer who adds the phone
  phone text not null,                        -- with its country's code: '+919876543210'
  code_hash text not null,
  browser_hash text not null,                 -- SHA-256 of the cookie of the browser that asked
  attempts integer not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (purpose, phone)
);
create index otp_challenges_expired on otp_challenges (expires_at);

-- The newest link of a customer; using it deletes it.
create table password_resets (
  customer_id bigint primary key references customers on delete cascade,
  token_hash text not null unique,
  password_version integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- When a limit was used, within its window. Buckets are hashes: they name addresses, phones and accounts.
create table rate_limits (
  bucket text primary key,
  hits timestamptz[] not null,
  expires_at timestamptz not null
);
create index rate_limits_expired on rate_limits (expires_at);
