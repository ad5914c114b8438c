-- Fonts that merchants upload. The `fonts` setting names them by their path; the metrics are those of the fallback font
-- that takes their room while they load.
create table font_files (
  path text primary key,                          -- relative to the media folder
  family text not null,
  weight_min integer not null check (weight_min between 1 and 1000),
  weight_max integer not null check (weight_max between weight_min and 1000),
  is_variable boolean not null,
  metrics jsonb not null,
  created_at timestamptz not null default now()
);
