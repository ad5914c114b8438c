import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyPermissions } from '#contract/admin/permissions.ts'
import { openShop } from '#harness/open-shop.ts'
import { withParcels } from '#harness/parcels.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { importProductsJob } from '#server/catalog/importing/product-imports.ts'
import { startJobs } from '#server/platform/jobs/start-jobs.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8')
const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => String(block))
/** Those that the guide says its commands need. */
const permissions = keyPermissions.filter((one) => guide.includes(`| \`${one}\` |`))

const shop = await openShop({ seed: true, callLimits: true })
const folder = mkdtempSync(join(tmpdir(), 'vitrine-guide-'))
const jobs = await startJobs({ services: shop.services, jobs: [importProductsJob], pool: shop.pool })
afterAll(async () => {
  await jobs.stop()
  rmSync(folder, { recursive: true, force: true })
})

let printed: string[] = []

/** Runs the commands of the guide in one shell, as a reader does, and keeps what each block prints. */
beforeAll(async () => {
  const { order } = await withParcels(shop)
  await order()
  const owner = await signedInStaff(shop, 'owner')
  const { key } = ok(await owner.admin.adminApiKeys.create({ name: 'Guide', permissions }))
  const SHOP = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const script = ['set -euo pipefail', ...blocks.map((block) => `${block}\nprintf '\\f'`)].join('\n')
  const { PATH = '' } = process.env
  const shell = spawn('bash', ['-c', script], { cwd: folder, env: { PATH, SHOP, KEY: key } })
  let output = ''
  let errors = ''
  shell.stdout.on('data', (data) => {
    output += data
  })
  shell.stderr.on('data', (data) => {
    errors += data
  })
  const code = await new Promise((resolve) => shell.once('close', resolve))
  expect([code, errors], output.slice(-2_000)).toEqual([0, expect.any(String)])
  printed = output.split('\f')
})

/** What the block with this text prints. */
function outputOf(text: string): string {
  const at = blocks.findIndex((block) => block.includes(text))
  expect(at, text).toBeGreaterThanOrEqual(0)
  return printed[at] ?? ''
}

test('the key of the guide has the permissions that it names, and reads orders page by page', async () => {
  const { permissions: own } = JSON.parse(outputOf('call GET session'))
  expect(own).toEqual(expect.arrayContaining([...permissions]))
  expect(own).not.toContain('settings.read')
  const { count } = await shop.db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('placed_at', '>=', new Date('2026-01-01'))
    .executeTakeFirstOrThrow()
  expect(outputOf('sort=placed_at&order=asc').trim().split('\n')).toHaveLength(count)
})

test('an order is shipped with its waybill', () => {
  expect(JSON.parse(outputOf('/ship'))).toMatchObject({
    status: 'shipped',
    shipments: [{ waybill: 'BD12345678', courier: 'Bluebird' }],
  })
})

test('price and stock of a SKU are changed, and a late change is refused', async () => {
  const { selling_price, stock } = await shop.db
    .selectFrom('prices')
    .innerJoin('variations', 'variations.id', 'variation_id')
    .innerJoin('channels', 'channels.id', 'channel_id')
    .select(['selling_price', 'stock'])
    .where('sku', '=', 'KL-MG-101-1')
    .where('channels.is_default', '=', true)
    .executeTakeFirstOrThrow()
  const change = JSON.parse(outputOf('"by\\":12'))
  expect(change).toMatchObject({
    sku: 'KL-MG-101-1',
    reason: 'received',
    stock_after: change.stock_before + 12,
  })
  expect([selling_price, stock]).toEqual([69_900, change.stock_after])
  expect(outputOf('an older one').trim().split('\n')).toEqual([
    'STALE_RECORD',
    'This API key does not allow this',
  ])
})

test('customers and reports are read, and a file that was exported is imported without a change', () => {
  expect(outputOf('customers?q=')).toContain('"orders"')
  const imported = outputOf('products/export')
  expect(imported).toContain('"state": "checked"')
  expect(imported).toMatch(/"created": 0,\s+"refused": 0,\s+"updated": 0/)
})
