-- no-transaction
-- A credit note has one of a refund or of a parcel that came back: its number is the key then. ADR 0036.
create unique index concurrently if not exists credit_notes_by_refund on credit_notes (refund_id);
create unique index concurrently if not exists credit_notes_by_number on credit_notes (credit_note_no);
