-- Lists of the back office count from indexes alone, which needs tables that were vacuumed since most of their rows changed. By default that is
-- after a fifth of the rows; a change of prices touches a tenth.
alter table products set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
alter table orders set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
