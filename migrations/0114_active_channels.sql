-- Only active channels serve requests. ADR 0108. Channels that exist stay as they are.
alter table channels add column is_active boolean not null default true;
