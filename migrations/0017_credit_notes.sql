-- What was invoiced and is paid back has a credit note: a number of its own, and every word of it, as it was issued. ADR 0017.

-- As with invoices, numbers have no gaps, so they cannot come from a sequence.
create table credit_note_numbers (
  year integer primary key,
  last integer not null check (last > 0)
);

create table credit_notes (
  refund_id bigint primary key references refunds,
  credit_note_no text not null unique,
  issued_at timestamptz not null default now(),
  document jsonb not null
);

-- Whether a customer wants to hear of more than orders. Null: nobody has asked them.
alter table customers add column is_marketing_opted_in boolean;
alter table customers add column marketing_chosen_at timestamptz;
update customers c set is_marketing_opted_in = true, marketing_chosen_at = k.updated_at
from carts k where k.customer_id = c.id and k.is_marketing_opted_in;

-- Addresses of mail that want no more of it, whoever they belong to: guests have no account to keep it in.
create table mail_refusals (
  email text primary key,
  refused_at timestamptz not null default now()
);
