-- What is in a package, for its price per unit (Directive 98/6/EC; India's Legal Metrology rule 6): '250 ml'.
-- blocking: a column that is null in every row rewrites nothing, and its check reads no value
alter table variations add column content text constraint variations_content
  check (content ~ '^(0|[1-9][0-9]{0,6})([.][0-9]{1,3})? (ml|l|g|kg|m|m²|piece)$');
