-- Stored value: gift cards and store credit, as a ledger that only grows. ADR 0034.
-- contract: 1.0.0 does not know the tables, and pays such a part of an order back by hand, like the value of a return
-- blocking: payments get a column without a default, which rewrites nothing; its check and its reference find only nulls

create table value_accounts (
  id bigint generated always as identity primary key,
  kind text not null,                               -- the module_name of its plugin; 'contra': the other side of entries
  label text not null check (length(label) between 1 and 60), -- as shoppers read it; of a contra account 'issued', 'orders', 'expired'
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  customer_id bigint references customers on delete set null, -- the only customer who may use it; null: who knows its code
  -- The sum of its entries, in minor units. Only the trigger of entries writes it. Of a contra account 0: all orders would wait for that row.
  balance bigint not null default 0 constraint value_accounts_balance_check check (balance >= 0),
  expires_at timestamptz,                           -- null: never
  blocked_at timestamptz,                           -- by staff: it pays nothing
  created_at timestamptz not null default now(),
  unique (id, currency)
);
create unique index value_accounts_contra on value_accounts (label, currency) where kind = 'contra';
create index value_accounts_by_customer on value_accounts (customer_id) where customer_id is not null;
create index value_accounts_by_kind on value_accounts (kind, id);

-- An entry leaves one account and reaches another one, so that all of them always add up to nothing.
create table value_entries (
  id bigint generated always as identity primary key,
  from_account bigint not null,
  to_account bigint not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  purpose text not null check (purpose in ('issue', 'payment', 'release', 'refund', 'expiry')),
  payment_id text references payments,              -- that it pays or releases
  payment_refund_id bigint unique references payment_refunds, -- that it carries out: once
  actor text not null default '',                   -- of the staff, for an entry of theirs
  note text not null default '',
  created_at timestamptz not null default now(),
  check (from_account <> to_account),
  foreign key (from_account, currency) references value_accounts (id, currency),
  foreign key (to_account, currency) references value_accounts (id, currency)
);
create index value_entries_from on value_entries (from_account, id);
create index value_entries_to on value_entries (to_account, id);
create index value_entries_by_payment on value_entries (payment_id) where payment_id is not null;

create function move_value() returns trigger language plpgsql as $$
begin
  update value_accounts set balance = balance - new.amount where id = new.from_account and kind <> 'contra';
  update value_accounts set balance = balance + new.amount where id = new.to_account and kind <> 'contra';
  return null;
end $$;
create function refuse_value_change() returns trigger language plpgsql as $$
begin
  -- With tables that it refers to, where it has no entries yet.
  if tg_op = 'TRUNCATE' and not exists (select from value_entries) then
    return null;
  end if;
  raise exception '% is append-only: an entry is corrected by another one', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger move_value after insert on value_entries for each row execute function move_value();
create trigger value_entries_append_only before update or delete on value_entries for each row execute function refuse_value_change();
create trigger value_entries_no_truncate before truncate on value_entries for each statement execute function refuse_value_change();
create trigger value_accounts_begin_empty before insert on value_accounts for each row
  when (new.balance <> 0) execute function refuse_value_change();
create trigger value_accounts_balance before update of balance on value_accounts for each row
  when (pg_trigger_depth() = 0) execute function refuse_value_change();

-- What pays a part of a cart's total, in this order.
create table cart_values (
  cart_id bigint not null references carts on delete cascade,
  account_id bigint not null references value_accounts on delete cascade,
  added_at timestamptz not null default clock_timestamp(),
  primary key (cart_id, account_id)
);
create index cart_values_by_account on cart_values (account_id);

-- A payment of the gateway `exchange` is value that the shop had before: of a return, or of this account.
alter table payments add column value_account_id bigint references value_accounts
  check (value_account_id is null or gateway = 'exchange');
create index payments_by_value_account on payments (value_account_id) where value_account_id is not null;
