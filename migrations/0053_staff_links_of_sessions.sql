-- blocking: the table has only links of the last five minutes
-- The link that a session's own pages show ("Admin Panel") opens the back office with that session, and only in its browser. ADR 0068.
alter table staff_login_links add column session_id bigint references staff_sessions on delete cascade;
create index staff_login_links_by_session on staff_login_links (session_id) where session_id is not null;
