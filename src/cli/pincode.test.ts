import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withCheckout } from '#harness/checkout.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { runPincode } from './pincode.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-pincodes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const shop = withCheckout(await openShop({ seed: 'small' }))
const { db } = shop

async function importFile(csv: string, ...options: string[]) {
  const file = join(folder, 'areas.csv')
  writeFileSync(file, csv)
  const lines: string[] = []
  const code = await runPincode({ db, print: (line) => void lines.push(line) }, ['import', file, ...options])
  return { code, output: lines.join('\n') }
}
const areas = () => db.selectFrom('pincodes').select('prefix').orderBy('prefix').execute()

test('an import of prefixes and ranges changes the cart’s delivery estimate', async () => {
  const { api } = shop.guest()
  const vase = await shop.product({ price: 50_000 })
  ok(await api.cart.addItem({ product_id: vase.id }))

  const done = await importFile(
    'pincode,region,state,min_days,max_days,cod,serviceable\n' +
      '570001-570004,Mysuru,Karnataka,6,8,no,yes\n570005,Mysuru,KA,1,1,,no\n',
  )

  expect(done).toEqual({ code: 0, output: '5 delivery areas imported.' })
  const at = async (postcode: string) => ok(await api.delivery.estimate({ postcode })).methods
  const standard = (await at('570002')).find(({ code }) => code === 'standard')
  expect(standard?.eta_days).toEqual({ min: 6, max: 8 })
  expect(await at('570005')).toEqual([])
  const entry = await db.selectFrom('audit_log').select(['action', 'after']).executeTakeFirst()
  expect(entry).toMatchObject({ action: 'pincode.import', after: { areas: 5, country: 'IN' } })
  const noted = await db.selectFrom('change_log').select('tag').execute()
  expect(noted.map(({ tag }) => tag)).toContain('storefront')
})

test('an import with wrong lines names each of them and changes nothing', async () => {
  const before = await areas()

  const failed = importFile(
    'pincode,min_days,max_days,state,cod\n999,2,3,,yes\n560009-560001,2,3,,yes\nMG Road,5,3,,maybe\n999,2,3,Nowhere,\n',
  )

  await expect(failed).rejects.toThrow(
    [
      'Line 3: pincode is a pincode, a prefix such as 560, or a range such as 560001-560099',
      'Line 4: max_days is less than min_days; cod is yes or no; pincode is a pincode, a prefix such as 560, or a range such as 560001-560099',
      'Line 5: Nowhere is not a state of the country; 999 is in an earlier line too',
    ].join('\n'),
  )
  expect(await areas()).toEqual(before)
})

test('an import with --replace deletes the other areas; a wrong command prints its usage', async () => {
  await importFile('pincode,min_days,max_days\n11,1,2\n', '--replace')

  expect(await areas()).toEqual([{ prefix: '11' }])
  expect(await importFile('', '--wrong')).toMatchObject({ code: 2 })
  await expect(importFile('pincode,min_days,max_days\n11,1,2\n', '--country', 'XX')).rejects.toThrow(
    'XX is not',
  )
})
