-- Links to an order are signed over a random key of the order, not over its id: an id is given out again after a restore. ADR 0032.
-- Null: an order made before this column, whose mailed links are signed over its id. The application writes the key of every new
-- order, so that a process of the previous release can still place orders while this one is being rolled out.
alter table orders add column access_key text check (access_key ~ '^[A-Za-z0-9_-]{43}$');

-- Which secrets this database was set up with: an HMAC that cannot be reversed. A process with other secrets does not start. ADR 0032.
create table secret_fingerprints (
  name text primary key,
  fingerprint text not null,
  updated_at timestamptz not null default now()
);
