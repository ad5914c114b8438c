-- The tracked flags of an order (spec §3) are rows of its claims. The columns on the order are no longer written; the next
-- release may drop them.
alter table tracked_purchases add column flag text;

insert into tracked_purchases (order_id, plugin, flag)
select o.id, claim.plugin, claim.flag
from orders o
cross join lateral (values
  ('GoogleGtag', 'google_gtag_event_tracked', o.google_gtag_event_tracked),
  ('GoogleTagManager', 'google_gtm_event_tracked', o.google_gtm_event_tracked),
  ('FacebookPixel', 'facebook_pixel_event_tracked', o.facebook_pixel_event_tracked)
) claim (plugin, flag, is_tracked)
where claim.is_tracked
on conflict do nothing;
