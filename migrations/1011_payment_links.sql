-- Payment links: an unpaid order that is kept, with its stock, until the time at which its link ends. ADR 0034.
-- A process of the release before ends its wait fifteen minutes after a payment was started; it can be paid after that as before.

alter table orders add column pay_by timestamptz;
