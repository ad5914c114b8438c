-- Orders are sorted out by staff: tags, a member of staff who takes care of one, and members who are named in a note. Back office, "Orders".

-- Spelt as first typed; one tag whatever its case. A tag of no order is gone.
create table order_tags (
  order_id bigint not null references orders on delete cascade,
  tag text not null check (char_length(tag) between 1 and 40)
);
create unique index order_tags_once on order_tags (order_id, lower(tag));
create index order_tags_by_tag on order_tags (lower(tag), order_id);

create table order_assignees (
  order_id bigint primary key references orders on delete cascade,
  staff_id bigint not null references staff on delete cascade
);
create index order_assignees_by_staff on order_assignees (staff_id, order_id);

create table order_mentions (
  note_id bigint not null references order_notes on delete cascade,
  staff_id bigint not null references staff on delete cascade,
  seen_at timestamptz,                              -- null: it waits for them
  primary key (note_id, staff_id)
);
create index order_mentions_by_staff on order_mentions (staff_id, note_id) where seen_at is null;
