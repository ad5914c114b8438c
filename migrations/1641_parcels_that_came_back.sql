-- Parcels that came back undelivered, and the credit notes of their invoices. ADR 0036.
-- contract: 1.0.0 writes credit notes of refunds alone, and reads those; a scan that it does not know has no label there
-- blocking: the checks read no row, or are of a table as small as the number of credit notes

alter table credit_notes
  drop constraint credit_notes_pkey,
  drop constraint credit_notes_credit_note_no_key,
  add primary key using index credit_notes_by_number,
  alter column refund_id drop not null,
  add column shipment_id bigint unique references shipments, -- whose invoice it credits: the parcel came back
  add constraint credit_notes_of_one check (num_nonnulls(refund_id, shipment_id) = 1) not valid;
alter table shipments drop constraint shipments_status_check;
alter table shipments add constraint shipments_status_check
  check (status in ('shipped', 'in_transit', 'out_for_delivery', 'delivered', 'came_back')) not valid;
alter table shipment_scans drop constraint shipment_scans_status_check;
alter table shipment_scans add constraint shipment_scans_status_check
  check (status in ('shipped', 'picked_up', 'in_transit', 'delayed', 'out_for_delivery', 'attempted', 'delivered', 'came_back')) not valid;
