-- How often a search found nothing, by day and normalised text. No visitor is in it, and texts that may be personal are not stored.
create table missed_searches (
  id bigint generated always as identity unique,
  day date not null,
  words text not null check (words <> '' and length(words) <= 80),
  searches integer not null check (searches > 0),
  primary key (day, words)
);
