-- The gifts that a shopper has chosen on a cart, by the promotion that gives them: {"promotion:7": 1042}. ADR 0034.

alter table carts add column gift_choices jsonb;
