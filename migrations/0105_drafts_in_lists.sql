-- no-transaction
-- The few products that are not published, with the columns by which the back office filters and sorts them: a list of drafts, for example of a brand in a
-- category, reads no page of the table. Changes of published products do not write it.
create index concurrently if not exists products_drafts on products (id) include (brand_id, category_id, updated_at, name) where not is_published;
