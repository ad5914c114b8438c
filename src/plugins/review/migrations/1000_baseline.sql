-- Reviews of products with photos, votes and the requests for them.
-- baseline
-- contract: 1.0.0 releases before it have other migrations

-- Reviews of products. The rating is copied to products.rating_average and rating_count while a review is published.
create table reviews (
  id bigint generated always as identity primary key,
  product_id integer not null references products on delete cascade,
  variation_id integer references variations on delete set null,
  order_item_id bigint unique references order_items on delete set null,
  customer_id bigint references customers on delete set null,
  author text not null,
  is_verified boolean not null,
  rating integer not null check (rating between 1 and 5),
  fields jsonb not null default '{}',         -- texts by the names of the configured fields, without rating and images
  status text not null default 'pending' check (status in ('pending', 'published', 'rejected')),
  reply text,                                 -- the shop's
  replied_at timestamptz,
  helpful_count integer not null default 0 check (helpful_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index reviews_published on reviews (product_id, created_at desc, id desc) where status = 'published';
create index reviews_by_status on reviews (status, id);
create index reviews_by_customer on reviews (customer_id);
create unique index reviews_without_order on reviews (product_id, customer_id) where order_item_id is null and customer_id is not null;
-- Reviews by the beginning of each word of their author and texts, and in the orders of the back office's list: waiting ones first, by rating.
create index reviews_search on reviews using gin (to_tsvector('simple'::regconfig, translate(lower(author || ' ' || regexp_replace(fields::text, '\\[nrt"]', ' ', 'g')), '@.+-_/', '      ')));
create index reviews_waiting_first on reviews ((status = 'pending'), id);
create index reviews_by_rating on reviews (rating, id) include (status);
create index reviews_by_product on reviews (product_id, id);

-- `path` is the public file; the private one has the suffix `.private`. A row without a review is deleted with its files.
create table review_photos (
  path text primary key,
  review_id bigint references reviews on delete set null,
  position integer not null default 0,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_at timestamptz not null default now()
);
create index review_photos_by_review on review_photos (review_id, position);

-- One vote per visitor: a customer, or the keyed hash of an IP address.
create table review_votes (
  review_id bigint not null references reviews on delete cascade,
  voter text not null,
  created_at timestamptz not null default now(),
  primary key (review_id, voter)
);

create table review_requests (
  order_id bigint primary key references orders on delete cascade,
  due_at timestamptz not null,
  done_at timestamptz                         -- when it was mailed, or found to be unnecessary
);
create index review_requests_due on review_requests (due_at) where done_at is null;
