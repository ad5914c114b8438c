-- Owners need an authenticator app or a passkey. Those of before have two weeks; later ones set it up at their first sign-in. ADR 0129.
alter table staff add column second_factor_due timestamptz;   -- null: at once
update staff set second_factor_due = now() + interval '14 days' where role = 'owner';
