/** How many records the smaller lists of a large shop have, beside its products, orders and customers. */
export const otherLists = {
  reviews: 100_000,
  subscribers: 200_000,
  messages: 50_000,
  stockRequests: 50_000,
  redirects: 10_000,
  coupons: 10_000,
  tags: 2_000,
  posts: 2_000,
  failedMails: 1_000,
}

export type ListSizes = typeof otherLists

export const filledByOtherLists = [
  ...['images', 'product_tags', 'reviews', 'email_subscriptions', 'mail_refusals', 'form_submissions'],
  ...['stock_notices', 'redirects', 'coupons', 'tags', 'blog_posts', 'outbox', 'collection_products'],
]

const product = `products p on p.slug = 'bench-' || 1 + n * 7919::bigint %
  (select count(*) from products where slug like 'bench-%')`

/** A picture of its own for each product; everything else by `sizes`. Run after products and customers exist. */
export function otherListStatements(sizes: ListSizes): string[] {
  const series = (list: keyof ListSizes) => `generate_series(1, ${sizes[list]}) n`
  return [
    `insert into images (path, alt, width, height, created_at) select 'bench/' || position || '.jpg', name, 1200, 1200, created_at
      from products where slug like 'bench-%'`,
    `update product_images pi set image_id = i.id from products p, images i
      where p.id = pi.product_id and p.slug like 'bench-%' and i.path = 'bench/' || p.position || '.jpg'`,
    `insert into tags (name, slug) select 'Tag ' || n, 'bench-tag-' || n from ${series('tags')}`,
    `insert into product_tags (product_id, tag_id) select distinct p.id, t.id
      from products p, generate_series(0, 1) k
      join tags t on true where p.slug like 'bench-%'
        and t.slug = 'bench-tag-' || 1 + (p.position * 7919::bigint + k * 31) % ${sizes.tags}`,
    `insert into collection_products (collection_id, product_id, position)
      select c.id, p.id, p.position from collections c, products p
      where p.slug like 'bench-%' and p.position % 20 = c.id % 20 on conflict do nothing`,
    `insert into reviews (product_id, author, is_verified, rating, fields, status, reply, replied_at, created_at)
      select p.id, 'Reviewer ' || n, n % 3 > 0, 1 + n % 5, jsonb_build_object('title', 'Well made ' || n, 'text',
          repeat('The glaze is even and it arrived in two days. ', 6)),
        case when n % 50 = 0 then 'pending' when n % 41 = 0 then 'rejected' else 'published' end,
        case n % 10 when 0 then 'Thank you.' end, case n % 10 when 0 then now() end,
        now() - make_interval(mins => ${sizes.reviews} - n)
      from ${series('reviews')} join ${product}`,
    `insert into email_subscriptions (email, source, wording, wording_version, requested_at, confirmed_at)
      select 'reader.' || n || '@example.com', 'footer', 'News by e-mail', '1', now() - make_interval(mins => n),
        case when n % 20 > 0 then now() - make_interval(mins => n) end
      from ${series('subscribers')}`,
    `insert into mail_refusals (email) select 'reader.' || n || '@example.com' from ${series('subscribers')} where n % 25 = 0`,
    `insert into form_submissions (form_slug, form_name, values, email, created_at, expires_at, answered_at, answered_by)
      select case n % 3 when 0 then 'trade-enquiry' else 'contact' end, case n % 3 when 0 then 'Trade enquiry' else 'Contact' end,
        jsonb_build_array(jsonb_build_object('label', 'Name', 'value', 'Sender ' || n),
          jsonb_build_object('label', 'Message', 'value', repeat('Do you deliver to ' || n || '? ', 8))),
        'sender.' || n || '@example.com', now() - make_interval(mins => n), now() + interval '1 year',
        case when n % 50 > 0 then now() end, case when n % 50 > 0 then 'bench@shop.example' end
      from ${series('messages')}`,
    `insert into stock_notices (variation_id, email, created_at)
      select v.id, 'waiting.' || n || '@example.com', now() - make_interval(mins => n)
      from ${series('stockRequests')} join (select id, row_number() over (order by id) as at from variations
        where tracks_stock and stock = 0) v
      on v.at = 1 + n % (select count(*) from variations where tracks_stock and stock = 0)`,
    `insert into redirects (from_path, to_path, hits) select '/old/' || n, '/product/bench-' || n, n % 77 from ${series('redirects')}`,
    `insert into coupons (channel_id, code, title, type, value, starts_at, ends_at, is_active, used_count, usage_limit)
      select c.id, 'BENCH' || n, 'Campaign ' || n % 20, 'percentage', 10, now() - interval '1 year',
        now() + make_interval(days => n % 400 - 200), n % 7 > 0, n % 2, 1
      from ${series('coupons')}, (select id from channels where is_default) c`,
    `insert into blog_posts (slug, title, excerpt, body, status, published_at)
      select 'bench-post-' || n, 'How we glaze bowl ' || n, 'A look into the workshop.',
        jsonb_build_array(jsonb_build_object('type', 'paragraph', 'text', repeat('Clay, water and patience. ', 80))),
        case n % 10 when 0 then 'draft' else 'published' end, now() - make_interval(hours => n)
      from ${series('posts')}`,
    `insert into outbox (channel, kind, recipient, subject, text, created_at, sent_at, given_up_at, last_error)
      select 'mail', 'order-placed', 'customer.' || n || '@example.com', 'Your order', repeat('Thank you for your order. ', 40),
        now() - make_interval(mins => n), case when n % 100 > 0 then now() end, case n % 100 when 0 then now() end,
        case n % 100 when 0 then '550 no such mailbox' end
      from generate_series(1, ${sizes.failedMails * 100}) n`,
  ]
}
