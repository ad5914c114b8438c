-- The name of the uploaded file: staff look for a picture by it.
alter table images add column file_name text not null default '';
