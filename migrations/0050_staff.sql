-- Staff of the shop and their sign-in: roles, sessions, one-time links, and the log of every change they make. ADR 0062.

-- The built-in roles have their permissions in the code, so that a new endpoint needs no migration; composed roles have them here.
create table staff_roles (
  code text primary key check (code ~ '^[a-z][a-z_]{1,39}$'),
  name text not null,
  permissions text[] not null default '{}',
  is_built_in boolean not null default false
);
insert into staff_roles (code, name, is_built_in) values
  ('owner', 'Owner', true), ('manager', 'Manager', true), ('editor', 'Editor', true), ('fulfilment', 'Fulfilment', true),
  ('viewer', 'Viewer', true);

create table staff (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  name text not null default '',
  role text not null references staff_roles,
  is_active boolean not null default true,
  password_hash text,                         -- PHC string; null: signs in by link only
  totp_secret text,                           -- encrypted with a key derived from the shop's secret
  totp_pending text,                          -- the same, until its first code proves that the app has it
  totp_last_step bigint not null default 0,   -- a code of this time step or an earlier one is refused
  created_at timestamptz not null default now(),
  last_signed_in_at timestamptz
);
create index staff_by_role on staff (role);

create table staff_sessions (
  id bigint generated always as identity primary key,
  token_hash text not null unique,            -- SHA-256 of the cookie's value, base64url
  staff_id bigint not null references staff on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  proved_at timestamptz not null default now(),   -- the last time that they proved who they are
  expires_at timestamptz not null
);
create index staff_sessions_by_staff on staff_sessions (staff_id);
create index staff_sessions_expired on staff_sessions (expires_at);

create table staff_login_links (
  token_hash text primary key,
  staff_id bigint not null references staff on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index staff_login_links_by_staff on staff_login_links (staff_id);
create index staff_login_links_expired on staff_login_links (expires_at);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  staff_id bigint references staff on delete set null,
  actor text not null,                        -- the e-mail address of the staff member, or 'cli:' and the operating system's user
  ip text not null default '',
  action text not null,                       -- 'order.pack', 'staff.add'
  record_type text not null,
  record_id text not null,
  before jsonb,                               -- the changed fields only; secrets are masked
  after jsonb
);
create index audit_log_by_record on audit_log (record_type, record_id, id desc);
create index audit_log_by_staff on audit_log (staff_id, id desc);
create index audit_log_by_age on audit_log (at);

create table order_notes (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  staff_id bigint references staff on delete set null,
  author text not null,
  text text not null check (length(text) between 1 and 2000),
  at timestamptz not null default now()
);
create index order_notes_by_order on order_notes (order_id, id);
create index order_notes_by_staff on order_notes (staff_id);
