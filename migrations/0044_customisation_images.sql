-- Pictures that shoppers upload for a customised product. Lines of carts and orders name them by their path;
-- one that no line names is deleted a day after its last use.
create table customisation_images (
  path text primary key,
  product_id integer not null references products on delete cascade,
  bytes integer not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()      -- last upload or addition to a cart
);
create index customisation_images_by_use on customisation_images (used_at);
create index customisation_images_by_product on customisation_images (product_id);
