-- Debts that exist at the update, as `recordOwedRefunds` finds them from now on. The job found those of a shop that ran it before.
insert into owed_refunds (order_id, reason, amount, cancellation_id, refund_id, payment_refund_id, is_earlier)
select k.order_id, 'cancelled', k.owed, k.id, null::bigint, null::bigint, true from order_cancellations k
where k.owed > 0 and not exists (select from owed_refunds w where w.cancellation_id = k.id)
union all
select r.order_id, 'returned', r.amount, null, r.id, null, true from refunds r
where r.is_by_hand and r.status = 'refunded' and not exists (select from owed_refunds w where w.refund_id = r.id)
  and not exists (select from payments p where p.order_id = r.order_id and p.status = 'paid')
union all
select p.order_id, case when p.status = 'surplus' then 'surplus' when x.reason = 'cancelled' then 'cancelled' else 'returned' end,
  x.amount, null, null, x.id, true
from payment_refunds x join payments p on p.id = x.payment_id
where x.status = 'by_hand' and not exists (select from owed_refunds w where w.payment_refund_id = x.id)
on conflict do nothing;

update owed_refunds w set is_earlier = true
from order_cancellations k
where k.id = w.cancellation_id and w.paid_at is null and k.at < w.created_at - interval '10 minutes';
update owed_refunds w set is_earlier = true
from refunds r
where r.id = w.refund_id and w.paid_at is null and r.refunded_at < w.created_at - interval '10 minutes';
update owed_refunds w set is_earlier = true
from payment_refunds x
where x.id = w.payment_refund_id and w.paid_at is null and x.created_at < w.created_at - interval '10 minutes';
