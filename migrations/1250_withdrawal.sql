-- Withdrawal from a contract, Directive 2011/83/EU Art. 6, 9 to 11a and 16. ADR 0033.
-- blocking: columns that are null or have a constant default rewrite nothing; channels are few, and no constraint reads rows of large tables

alter table channels
  add column withdrawal_days integer not null default 0 check (withdrawal_days between 0 and 365),  -- from the delivery; 0: no such right here
  add column withdrawal_extended boolean not null default false;  -- the shop did not inform of it: 12 months longer
update channels set withdrawal_days = 14 where country_id in (
  select id from countries where code in ('AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU',
    'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'));

-- When the customer withdrew: such a return is declined for a reason of the law alone.
alter table refunds add column withdrawn_at timestamptz;
-- Why a product has no right of withdrawal.
alter table products add column withdrawal_exclusion text;
-- A repeated statement is the same one.
alter table form_submissions add column statement_key text;
