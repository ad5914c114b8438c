-- Which of the orders before 1110 were first ones. In a transaction of its own: it only reads orders, and blocks no writer of them.

insert into first_orders (order_id)
select id from (
  select id, case when customer_id is null then id else min(id) over (partition by customer_id) end as of_customer,
    case when phone is null then id else min(id) over (partition by phone) end as of_phone,
    case when email is null then id else min(id) over (partition by lower(email)) end as of_email
  from orders where status not in ('pending_payment', 'payment_failed') and num_nonnulls(customer_id, phone, email) > 0
) o where id = of_customer and id = of_phone and id = of_email
on conflict do nothing;
