-- Single-use codes of a coupon: each is a coupon of its own with the rules, products and categories of its parent.
-- blocking: a shop has few coupons
alter table coupons add column parent_id integer references coupons on delete cascade;
create index coupons_by_parent on coupons (parent_id) where parent_id is not null;
