-- Who answered a message of a form; null: it is open.
alter table form_submissions add column answered_at timestamptz;
alter table form_submissions add column answered_by text;
