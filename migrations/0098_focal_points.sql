-- The part of a picture that stays visible where the shop crops it: percent from the left and from the top; null: the middle.

alter table images
  add column focal_x smallint check (focal_x between 0 and 100),
  add column focal_y smallint check (focal_y between 0 and 100);
