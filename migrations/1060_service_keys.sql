-- Keys of mail, SMS and payment services that an owner has entered, and the last test of each service. ADR 0035.
-- Release 1.0.0 beside it reads neither: it knows the keys of its environment alone.

create table service_keys (
  service text primary key,                         -- 'mail', 'twilio', 'stripe'
  -- The values by variable, encrypted with the shop's secret; null: never entered, or removed.
  encrypted text,
  changed_at timestamptz not null default now(),
  changed_by integer references staff on delete set null,
  -- The last test, and a keyed hash of the keys that it used: it says nothing about others.
  tested_at timestamptz,
  tested_keys text,
  test_problem text                                 -- null: it worked
);
create index service_keys_by_staff on service_keys (changed_by) where changed_by is not null;
