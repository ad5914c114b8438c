import { expect, test } from 'vitest'
import { adminRoutes } from '#contract/admin/routes.ts'
import { openShop } from '#harness/open-shop.ts'
import { signedInStaff } from '#harness/staff.ts'
import { writePlugin } from '#server/shop/plugins/editing/write-plugin.ts'
import { installedPlugins } from '../../src/plugins/installed.server.ts'
import { recordPageWrites, takePageWrites } from '../change-tags/untagged-writes.ts'
import { fillLargeLists, largeLists, otherReads, statementsOf, tablesReadInVain } from './list-plans.ts'
import { resourceRows } from './rows.ts'

const shop = await openShop({ seed: true, plugins: installedPlugins })
const { db } = shop
await writePlugin(db, installedPlugins, { module_name: 'Gallery', is_active: true })
await shop.changes.catchUp()
const owner = await signedInStaff(shop, 'owner')
await recordPageWrites(db)

type Body = {
  status: string
  code?: string
  message?: string
  errors?: object
  data: { id: number; version: string; values: object; data: { id: number }[] }
}

async function ask(method: string, path: string, payload?: object) {
  const { status, body } = await owner.request({
    method: method as 'GET',
    url: `/api/admin/${path}`,
    ...(payload && { payload: JSON.stringify(payload), headers: { 'content-type': 'application/json' } }),
  })
  return { status, body: body as Body }
}

const entries = (type: string, id: number) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('record_type', '=', type)
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute()

test('every resource has a row', () => {
  const ofPlugins = installedPlugins.flatMap(({ groups }) => groups.map(({ routes }) => routes))
  const groups: Readonly<Record<string, string>>[] = [...Object.values(adminRoutes), ...ofPlugins]
  const start = 'GET /api/admin/'
  // Keys of services are no records: they are not created, and their list has no pages.
  const resources = groups.flatMap(({ list = '', update, remove }) =>
    update && remove && list.startsWith(start) && list !== adminRoutes.adminServices.list
      ? [list.slice(start.length)]
      : [],
  )

  expect(resourceRows.map(({ path }) => path).sort()).toEqual(resources.sort())
})

// Built-in roles stay as they are.
const editableRows = resourceRows.filter(({ path }) => path !== 'staff-roles')

test.each(editableRows)(
  '$path: records of the demo shop are saved as they are, without an audit entry',
  async ({ path, type }) => {
    const list = await ask('GET', `${path}?sort=id&order=asc&per_page=25`)
    expect(list.status).toBe(200)
    for (const { id } of list.body.data.data) {
      const { version, values } = (await ask('GET', `${path}/${id}`)).body.data
      const saved = await ask('PUT', `${path}/${id}`, { version, values })
      expect(saved.body, `${path}/${id}`).toMatchObject({ status: 'success', data: { values } })
      expect(await entries(type, id), `${path}/${id}`).toEqual([])
    }
    await takePageWrites(db)
  },
)

test.each(resourceRows)(
  '$path: added, found, changed and deleted, each with its tags and an audit entry',
  async ({ path, type, tables, values, changed, refused }) => {
    await takePageWrites(db)
    const added = await ask('POST', path, { values })
    expect(added, JSON.stringify(added.body)).toMatchObject({ status: 200, body: { status: 'success' } })
    const { id, version } = added.body.data
    const list = await ask('GET', `${path}?sort=id&order=desc&per_page=100`)
    expect(list.body.data.data.map((row) => row.id)).toContain(id)
    expect((await ask('GET', `${path}/${id}`)).body.data).toEqual(added.body.data)

    const saved = await ask('PUT', `${path}/${id}`, { version, values: changed })
    expect(saved, JSON.stringify(saved.body)).toMatchObject({ status: 200, body: { data: { id } } })
    expect(saved.body.data.version).not.toBe(version)
    const stale = await ask('PUT', `${path}/${id}`, { version, values })
    expect(stale).toMatchObject({ status: 409, body: { code: 'STALE_RECORD', data: saved.body.data } })
    expect(stale.body.message).toContain(owner.email)

    if (refused) {
      const [wrong, field] = refused
      const answer = await ask('PUT', `${path}/${id}`, { version: saved.body.data.version, values: wrong })
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { [`values.${field}`]: [expect.any(String)] } },
      })
    }

    const late = await ask('DELETE', `${path}/${id}`, { version })
    expect(late).toMatchObject({ status: 409, body: { code: 'STALE_RECORD' } })
    const removed = await ask('DELETE', `${path}/${id}`, { version: saved.body.data.version })
    expect(removed, JSON.stringify(removed.body)).toMatchObject({ status: 200 })
    expect((await ask('GET', `${path}/${id}`)).status).toBe(404)
    expect(await entries(type, id)).toEqual(
      ['create', 'update', 'remove'].map((action) => ({ action: `${type}.${action}`, actor: owner.email })),
    )
    const { written, untagged } = await takePageWrites(db)
    expect(written).toEqual(expect.arrayContaining([...tables]))
    expect(untagged).toEqual([])
  },
)

test('lists of large tables read indexes', async () => {
  for (const module_name of ['Review', 'emailSubscription', 'BackInStock'])
    await writePlugin(db, installedPlugins, { module_name, is_active: true })
  await fillLargeLists(db)
  const paths = Object.entries(largeLists).flatMap(([list, queries]) =>
    queries.map((query) => `${list}?${query}`),
  )
  const found: Record<string, string[]> = {}
  for (const path of [...paths, ...otherReads]) {
    const statements = await statementsOf(async () => {
      const { status, body } = await ask('GET', path)
      expect(status, `${path}: ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
    })
    const read = await Promise.all(statements.map((statement) => tablesReadInVain(db, statement)))
    if (read.flat().length > 0) found[path] = read.flat()
  }

  expect(found).toEqual({})
})
