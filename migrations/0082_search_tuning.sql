-- Words that find each other's products. One way: a search for the term finds products of the synonyms too.
create table search_synonyms (
  id integer generated always as identity primary key,
  term text not null check (term <> ''),
  synonyms text[] not null check (cardinality(synonyms) > 0),
  is_two_way boolean not null default true
);

-- What a search for exactly these words does: an address to go to, or products that come first.
create table search_rules (
  id integer generated always as identity primary key,
  -- As the index reads it: lower case, without accents and punctuation.
  words text not null unique check (words <> ''),
  query text not null,
  redirect_to text check (redirect_to <> '')
);

create table search_pins (
  rule_id integer not null references search_rules on delete cascade,
  product_id integer not null references products on delete cascade,
  position integer not null,
  primary key (rule_id, product_id)
);
create index search_pins_by_product on search_pins (product_id);
