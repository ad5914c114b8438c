-- What the merchant changed of the texts of the shop's mails. Null: the text of the code.
create table mail_texts (
  mail text primary key,
  subject text check (subject <> ''),
  heading text check (heading <> ''),
  intro text check (intro <> ''),
  closing text,
  check (coalesce(subject, heading, intro, closing) is not null)
);
