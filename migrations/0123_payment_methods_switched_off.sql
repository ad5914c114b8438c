-- Whether staff have switched a payment company off in a channel: is_active of its method follows its keys. ADR 0115.
alter table payment_methods add column is_switched_off boolean not null default false;
