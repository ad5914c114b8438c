-- Customers are sorted by staff: tags as orders have, and named groups. Back office, "Customers".

-- Spelt as first typed; one tag whatever its case. A tag of no customer is gone.
create table customer_tags (
  customer_id bigint not null references customers on delete cascade,
  tag text not null check (char_length(tag) between 1 and 40)
);
create unique index customer_tags_once on customer_tags (customer_id, lower(tag));
create index customer_tags_by_tag on customer_tags (lower(tag), customer_id);

-- A group stays without customers.
create table customer_groups (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null default now()
);
create unique index customer_groups_name on customer_groups (lower(name));

create table customer_group_members (
  group_id bigint not null references customer_groups on delete cascade,
  customer_id bigint not null references customers on delete cascade,
  primary key (group_id, customer_id)
);
create index customer_group_members_by_customer on customer_group_members (customer_id, group_id);
