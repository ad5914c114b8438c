-- A blocked customer cannot log in. Notes about a customer are for staff only.
alter table customers add column is_blocked boolean not null default false;

create table customer_notes (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  staff_id bigint references staff on delete set null,
  author text not null,
  text text not null check (text <> ''),
  at timestamptz not null default now()
);
create index customer_notes_by_customer on customer_notes (customer_id, id desc);
