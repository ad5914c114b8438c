import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importShop, readProduct } from './import-shop.test-support.ts'

const { db, importText } = await importShop()

test('a batch rolled back for one product is retried with the brands and options it had created', async () => {
  await sql`create sequence tries`.execute(db)
  await sql`create function undo_first() returns trigger language plpgsql as $$ begin
    if nextval('tries') = 1 then raise exception 'try again' using errcode = '40001'; end if;
    return new;
  end $$`.execute(db)
  await sql`create sequence inserts`.execute(db)
  await sql`create function count_insert() returns trigger language plpgsql as $$ begin
    perform nextval('inserts'); return new;
  end $$`.execute(db)
  await sql`create trigger count_insert before insert on products execute function count_insert()`.execute(db)
  await sql`create trigger undo_first before insert on variation_options execute function undo_first()`.execute(
    db,
  )

  const report = await importText(
    'Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty\n' +
      'sage,Sage,New Maker,New Kind,Leaf,Small,SAGE-1,5,-1\nsage,,,,,Large,SAGE-2,x,1\n',
  )

  const { rows } = await sql<{ last_value: number }>`select last_value from inserts`.execute(db)
  expect(Number(rows[0]?.last_value)).toBe(2)
  expect(report.refused).toHaveLength(1)
  expect(report.notes).toHaveLength(1)
  expect(report.products).toMatchObject({ created: 1 })
  expect(await readProduct(db, 'sage')).toMatchObject({
    brand: 'New Maker',
    category: 'new-kind',
    variations: [{ sku: 'SAGE-1', title: 'Small' }],
  })
})
