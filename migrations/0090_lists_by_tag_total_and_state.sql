-- no-transaction
-- What lists of the back office count, sort and filter by, so that each reads an index instead of its table: products of a tag or label, orders of a
-- state by total, the audit log of a member of staff, messages that failed, the refused products of a change.
create index concurrently if not exists product_tags_by_tag on product_tags (tag_id, product_id);
create index concurrently if not exists product_labels_by_label on product_labels (label_id, product_id);
create index concurrently if not exists orders_by_status_total on orders (status, grand_total, id);
create index concurrently if not exists audit_log_by_actor on audit_log (actor text_pattern_ops, id);
create index concurrently if not exists outbox_failed on outbox (id) where sent_at is null and (given_up_at is not null or last_error is not null);
create index concurrently if not exists outbox_sent on outbox (channel) where sent_at is not null;
create index concurrently if not exists product_batch_items_refused on product_batch_items (batch_id, product_id) where result = 'refused';
