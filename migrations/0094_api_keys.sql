-- Keys of programs for the calls of the back office. A key acts for the member of staff who created it.
create table api_keys (
  id integer generated always as identity primary key,
  staff_id bigint not null references staff on delete cascade,
  name text not null check (name <> ''),
  -- Of the whole key, which is shown once; the last characters tell keys apart.
  token_hash text not null unique,
  ending text not null,
  permissions text[] not null check (cardinality(permissions) > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  -- To the hour.
  last_used_at timestamptz
);
create index api_keys_by_staff on api_keys (staff_id);
