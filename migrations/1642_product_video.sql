-- A product may have a video of the media library, which its page shows beside the pictures. ADR 0048.
-- blocking: a column without a default rewrites nothing, and its constraint reads no row that has a value

alter table products add column video_path text references videos (path);
