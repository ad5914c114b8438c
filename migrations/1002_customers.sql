-- Customers, how they sign in, their addresses and what they have agreed to. Security §3–§6, §10, §19; decisions §1.5, §3.
-- baseline
-- contract: 1.0.0 releases before it have other migrations

create table customers (
  id bigint generated always as identity primary key,
  first_name text not null default '',
  last_name text not null default '',
  email text unique,
  email_verified_at timestamptz,
  phone text,
  phone_verified_at timestamptz,
  created_at timestamptz not null default now(),
  mobile_code text not null default '',             -- of `phone`: '+91'; `phone` are the national digits
  password_hash text,                               -- PHC string; null: signs in by code only
  password_version integer not null default 1,      -- reset links and known devices of an older one are void
  -- Whether a customer wants to hear of more than orders. Null: nobody has asked them.
  is_marketing_opted_in boolean,
  marketing_chosen_at timestamptz,
  -- A blocked customer cannot log in. Notes about a customer are for staff only.
  is_blocked boolean not null default false,
  constraint customers_phone_key unique (mobile_code, phone),
  constraint customers_email_lower check (email = lower(email))
);
-- Each word of a name, e-mail address or phone by its beginning, among 1,000,000 customers.
create index customers_search on customers using gin (to_tsvector('simple'::regconfig, translate(lower(coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || right(coalesce(phone, ''), 10) || ' ' || first_name || ' ' || last_name), '@.+-_/', '      ')));
create index customers_blocked on customers (id) where is_blocked;

-- A customer's address book. Spec §3 (Address), decisions §4 and §5 (address).
create table addresses (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  address_type text not null check (address_type in ('Shipping', 'Billing')),
  is_default boolean not null default false,
  country_id integer not null references countries,
  state_id integer references states,
  state_name text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  phone text not null default '',
  address_line_1 text not null default '',
  address_line_2 text not null default '',
  city text not null default '',
  postcode text not null default '',
  tax_no text not null default ''
);
create index addresses_by_customer on addresses (customer_id, id desc);
create unique index addresses_one_default on addresses (customer_id, address_type) where is_default;

create table sessions (
  id bigint generated always as identity primary key,
  token_hash text not null unique,                  -- SHA-256 of the cookie's value, base64url
  customer_id bigint not null references customers on delete cascade,
  is_remembered boolean not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,                  -- however busy it is
  -- When this session's customer last gave password or code again; good for ten minutes.
  proved_at timestamptz
);
create index sessions_by_customer on sessions (customer_id, last_seen_at);
create index sessions_expired on sessions (expires_at);

-- Passkeys: a third way to log in (ADR 0040).
create table passkeys (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  credential_id text not null unique,               -- base64url, as browsers have it
  public_key text not null,                         -- COSE, base64url
  counter bigint not null,                          -- of its uses; 0 for ever where the authenticator does not count
  transports text[] not null,
  name text not null,                               -- what its owner recognises it by
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_customer on passkeys (customer_id);

create table access_logs (
  id bigint generated always as identity primary key,
  customer_id bigint references customers on delete cascade, -- null: no account was meant that we know
  event text not null check (event in ('login', 'login_failed', 'otp_sent', 'otp_verified', 'otp_failed', 'logout',
    'password_changed', 'reset_requested', 'reset_used', 'email_changed', 'phone_changed', 'session_revoked', 'account_exported')),
  method text check (method in ('password', 'otp', 'register', 'passkey')),
  ip text not null,
  user_agent text not null,
  session_id bigint,                                -- the session it began, used or ended; that may be gone
  at timestamptz not null default now(),
  -- Which addresses are cut already: without it every run reads the whole log.
  is_ip_shortened boolean not null default false
);
create index access_logs_by_customer on access_logs (customer_id, id desc);
create index access_logs_by_age on access_logs (at);
create index access_logs_full_ip on access_logs (at) where not is_ip_shortened;

create table customer_notes (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  staff_id bigint references staff on delete set null,
  author text not null,
  text text not null check (text <> ''),
  at timestamptz not null default now()
);
create index customer_notes_by_customer on customer_notes (customer_id, id desc);

-- One live code a purpose and phone: a new one takes the place of the old one.
create table otp_challenges (
  purpose text not null,                            -- 'login', or 'account:88' for the customer who adds the phone
  phone text not null,                              -- with its country's code: '+919876543210'
  code_hash text not null,
  browser_hash text not null,                       -- SHA-256 of the cookie of the browser that asked
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
create index password_resets_expired on password_resets (expires_at);

-- What a browser was asked to sign; used once.
create table passkey_challenges (
  browser_hash text primary key,                    -- SHA-256 of the cookie of the browser that asked
  purpose text not null,                            -- 'login', or 'register:88' for the customer who adds one
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expired on passkey_challenges (expires_at);

-- When a limit was used, within its window. Buckets are hashes: they name addresses, phones and accounts.
create table rate_limits (
  bucket text primary key,
  hits timestamptz[] not null,
  expires_at timestamptz not null
);
create index rate_limits_expired on rate_limits (expires_at);

-- What a visitor agreed to, without anything that identifies the visitor. Security §19.
create table consent_records (
  id uuid primary key,
  -- Hash of the offered entries and their texts.
  version text not null,
  choices jsonb not null,
  created_at timestamptz not null default now()
);
create index consent_records_created_at on consent_records (created_at);
-- The back office's list of the records of one version, newest first. The expression makes it the only index with this order: the planner
-- would walk the newest records of all versions to find those of a version that ended years ago.
create index consent_records_version on consent_records (version, (created_at at time zone 'UTC'), id);

-- Addresses of mail that want no more of it, whoever they belong to: guests have no account to keep it in.
create table mail_refusals (
  email text primary key,
  refused_at timestamptz not null default now()
);

-- Addresses that asked for one mail when the store opens. Decisions §4, storefront/subscribe-to-mode.
create table mode_subscriptions (
  id bigint generated always as identity primary key,
  email text not null,
  mode text not null check (mode in ('Coming Soon', 'Under Maintenance')),
  created_at timestamptz not null default now(),
  -- When the mail was queued; the row is deleted some time later.
  notified_at timestamptz
);
-- One waiting row per address and mode: asking twice sends one mail.
create unique index mode_subscriptions_waiting on mode_subscriptions (email, mode) where notified_at is null;
