-- A message of a form may be assigned to a member of staff. Back office, "Content": form submissions (assign).
-- blocking: the index is partial and empty, and the table has only the messages of some months
alter table form_submissions add column assigned_to bigint references staff on delete set null;
create index form_submissions_assigned on form_submissions (assigned_to, id) where assigned_to is not null;
