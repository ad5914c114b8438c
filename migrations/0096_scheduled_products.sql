-- Publication of a product at a time. A product with `publish_at` is a draft (`is_published` is false) until a job publishes it (ADR 0090).

alter table products
  add column publish_at timestamptz,               -- published at this time; null: only by hand
  add column unpublish_at timestamptz;             -- a draft again from this time on; null: stays published
