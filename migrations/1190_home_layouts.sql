-- How a member of staff arranged their home screen; without a row it is the standard one. Back office, "Home".
create table home_layouts (
  staff_id bigint primary key references staff on delete cascade,
  -- Cards in their order, as the contract has them (`HomeCard`).
  cards jsonb not null check (jsonb_typeof(cards) = 'array')
);
