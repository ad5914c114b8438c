-- The password of a protected store, hashed. A new one gets a new version, so that everyone who knew the old one is asked again.
alter table storefronts
  add column password_hash text,
  add column password_version integer not null default 0;
