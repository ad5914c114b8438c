import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { copySources } from './source-copy.ts'

const added = {
  'src/contract/admin/catalog/makers.ts': `import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, pageOf } from '#contract/shapes.ts'
import { listQuery } from '../resource.ts'
import type { catalogRoutes } from './routes.ts'
export const MakerRow = z.object({ id: Id, name: z.string(), place: z.string().nullable() })
export type MakerRow = z.infer<typeof MakerRow>
export const makerEndpoints = defineEndpoints<(typeof catalogRoutes)['adminMakers']>()({
  list: {
    summary: 'A page of the makers', input: z.object(listQuery(['name', 'place'])), data: pageOf(MakerRow),
    access: 'staff', whileLocked: true, permission: 'catalog.read',
  },
})`,
  'src/server/admin/catalog/maker-handlers.ts': `import type { makerEndpoints } from '#contract/admin/catalog/makers.ts'
import type { Handlers } from '#server/platform/kernel/handlers.ts'
import { listPage } from '#server/platform/kernel/list-page.ts'
export const makerHandlers: Handlers<typeof makerEndpoints> = {
  async list(query, { db }) {
    const { page, per_page, sort } = query
    const { rows: data, total } = await listPage(db.selectFrom('brands').where('place', '>', ''), query, {
      column: sort, id: 'brands.id', select: (found) => found.select(['id', 'name', 'place']),
    })
    return { data, total, current_page: page, per_page, last_page: Math.max(1, Math.ceil(total / per_page)) }
  },
}`,
  'src/admin/catalog/screens/makers.tsx': `import type { MakerRow } from '#contract/admin/catalog/makers.ts'
import type { AdminScreen } from '#admin/admin-screen.ts'
import { defineList } from '#admin/resource/define-resource.tsx'
export const screens: readonly AdminScreen[] = [
  defineList<MakerRow>({
    name: 'makers', label: 'Makers', one: 'maker', icon: 'stamp', group: 'Products',
    permission: 'catalog.read', writePermission: 'catalog.write',
    columns: [{ name: 'name', label: 'Name', isSortable: true }, { name: 'place', label: 'Town of the maker' }],
    sort: { field: 'name', order: 'ASC' }, linkOf: null,
  }),
]`,
  'src/list-recipe.ts': `import { coreGroups } from '#server/core-groups.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { createPipeline } from '#server/platform/kernel/pipeline.ts'

/** What the list answers to staff with each of these permissions; to a guest without one. */
export async function answers(connection, permissions) {
  const { db, close } = openDatabase(connection)
  const services = { db, config: { mode: 'test' } }
  const { run } = createPipeline({ services, groups: coreGroups, readChannel: async () => ({}) })
  const ask = (permission) =>
    run({ group: 'adminMakers', name: 'list', input: {}, visitor: permission ? { staff: { permissions: [permission] } } : {} })
  const found = await Promise.all(permissions.map(ask))
  await close()
  return found.map(({ httpStatus, body }) => ({ status: httpStatus, data: body.data }))
}`,
}

/** Existing files that a list of the back office changes. */
const changed = {
  'src/contract/admin/catalog/routes.ts': [
    ['  adminProducts: {', "  adminMakers: { list: 'GET /api/admin/makers' },\n"],
  ],
  'src/contract/admin/catalog/endpoints.ts': [
    ["import { missedSearchEndpoints } from './missed", "import { makerEndpoints } from './makers.ts'\n"],
    ['  adminProducts:', '  adminMakers: makerEndpoints,\n'],
  ],
  'src/server/admin/catalog/handlers.ts': [
    [
      "import { missedSearchHandlers } from './missed",
      "import { makerHandlers } from './maker-handlers.ts'\n",
    ],
    ['  adminProducts: {', '  adminMakers: makerHandlers,\n'],
  ],
} as const

const { folder, run, evaluate, remove } = copySources({ added, changed })
afterAll(remove)

test('a new list of the back office changes three files: it answers staff with its permission', async () => {
  const { pool, connection } = await testDatabase({ seed: true })
  await pool.query(`update brands set place = null;
    update brands set place = 'Jaipur' where id = (select min(id) from brands)`)

  const answer = evaluate(
    './src/list-recipe.ts',
    `await module.answers(${JSON.stringify(connection)}, ['catalog.read', 'orders.read', null])`,
  )

  expect(Object.keys(changed)).toHaveLength(3)
  expect(answer).toEqual([
    {
      status: 200,
      data: expect.objectContaining({ total: 1, data: [expect.objectContaining({ place: 'Jaipur' })] }),
    },
    { status: 403 },
    { status: 401 },
  ])
})

test('a new list of the back office has its screen in the navigation and in the bundle', () => {
  const build = `import { build } from 'vite'
    import { serverConfig } from './vite.config.ts'
    await build({ ...serverConfig({ server: 'src/admin/screens.ts', client: '' }, 'out'), root: process.cwd() })`
  writeFileSync(join(folder, 'build.ts'), build)
  run('build.ts')

  const shownTo = (permission: string) =>
    evaluate(
      './out/entry-server.js',
      `module.screensOf({ permissions: ['${permission}'], plugins: [] }).map(({ group, label }) => group + ': ' + label)`,
    )
  expect(shownTo('catalog.read')).toContain('Products: Makers')
  expect(shownTo('orders.read')).toEqual(['Orders: Orders'])
})
