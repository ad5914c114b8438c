-- no-transaction
-- Deleting a video looks for the products that show it.
create index concurrently if not exists products_by_video on products (video_path) where video_path is not null;
