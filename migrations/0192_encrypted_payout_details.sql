-- Bank accounts and UPI IDs encrypted with a key that is not in the database; `hint` is what pages show of them. The former
-- columns are empty in new rows; a job encrypts the rows of the release before. ADR 0054.
alter table payout_details
  add column encrypted text not null default '',
  add column hint text not null default '';
update payout_details set hint =
  case when kind = 'bank' then right(account_number, 4) else regexp_replace(upi_id, '^(.{2}).*@', '\1…@') end;
