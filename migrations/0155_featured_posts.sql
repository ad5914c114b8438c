-- no-transaction
-- The newest featured post, which is the first of the blog's list.
create index concurrently if not exists blog_posts_featured on blog_posts (published_at desc, id desc) where is_featured and status <> 'draft';
