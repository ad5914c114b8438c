-- Videos of the media library. ADR 0113.
create table videos (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  path text not null unique,            -- below the media folder
  bytes integer not null check (bytes > 0),
  captions_path text,                   -- a WebVTT file below the media folder
  captions_language text,               -- BCP 47
  created_at timestamptz not null default now(),
  check ((captions_path is null) = (captions_language is null))
);

-- Videos whose parts arrive one after the other; unfinished ones are deleted after a day with their parts.
create table video_uploads (
  id bigint generated always as identity primary key,
  name text not null,
  bytes integer not null check (bytes > 0),
  received integer not null default 0,
  created_at timestamptz not null default now()
);
create index video_uploads_by_age on video_uploads (created_at);
