import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { coreGroups } from '#server/core-groups.ts'
import { installedAdminPlugins } from '../src/plugins/installed.admin.ts'
import { installedPlugins } from '../src/plugins/installed.server.ts'
import { checkedPlugins, isAdminGroup } from './matrix/plugins.ts'

const project = join(import.meta.dirname, '..')

/** Source files of the core: everything in `src` outside `src/plugins`. */
const coreFiles = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(tsx?|css)$/.test(file) && !file.startsWith('plugins/') && !/\.test\.tsx?$/.test(file))

const operationNames = (groups: readonly { name: string; endpoints: object }[]) =>
  groups.flatMap(({ name, endpoints }) => Object.keys(endpoints).map((one) => `${name}.${one}`)).sort()

describe.each(checkedPlugins.map((plugin) => ({ plugin, name: plugin.definition.module_name })))(
  'without $name',
  async ({ plugin, name }) => {
    const others = checkedPlugins.filter((one) => one !== plugin)

    test('the shop starts with the endpoints of the core and the other plugins', async () => {
      const shop = await openShop({ seed: true, plugins: others })

      const home = await shop.request({ method: 'GET', url: '/api/storefront/initial-values' })
      const document = await shop.request({ method: 'GET', url: '/api/openapi.json' })

      expect(home.status).toBe(200)
      expect(document.status).toBe(200)
      expect(JSON.stringify(document.body)).not.toContain(`/plugins/${name}/`)
      expect(shop.pipeline.operations.map((one) => `${one.group}.${one.name}`).sort()).toEqual(
        operationNames([...coreGroups, ...others.flatMap(({ groups }) => groups)]),
      )
    })

    test('no file of the core contains its name', () => {
      const named = new RegExp(`['"\`/]${name}['"\`/]`)

      expect(coreFiles.length).toBeGreaterThan(500)
      expect(
        coreFiles.filter((file) => named.test(readFileSync(join(project, 'src', file), 'utf8'))),
      ).toEqual([])
    })
  },
)

test('the back office has the screens of a plugin for its endpoints, and no others', () => {
  const served = Object.fromEntries(
    installedPlugins.flatMap(({ definition, groups }) =>
      groups.filter(isAdminGroup).map(({ name, routes }) => [`${definition.module_name} ${name}`, routes]),
    ),
  )
  const called = Object.fromEntries(
    installedAdminPlugins.flatMap(({ module_name, routes }) =>
      Object.entries(routes).map(([name, calls]) => [`${module_name} ${name}`, calls]),
    ),
  )

  expect(Object.keys(called).length).toBeGreaterThan(2)
  expect(called).toEqual(served)
})

const folders = readdirSync(join(project, 'src/plugins'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('every plugin folder is in the lists that it has a part for', () => {
  const missingIn = (list: string) => {
    const text = readFileSync(join(project, 'src/plugins', list), 'utf8')
    return folders.filter((folder) => !text.includes(`./${folder}/`))
  }

  expect(missingIn('installed.server.ts')).toEqual([])
  expect(missingIn('installed.web.ts')).toEqual([])
  const withScreens = folders.filter((folder) =>
    existsSync(join(project, 'src/plugins', folder, 'admin.tsx')),
  )
  expect(missingIn('installed.admin.ts').filter((folder) => withScreens.includes(folder))).toEqual([])
})

test('the server part of a plugin is an index of at most 40 lines', () => {
  const lines = (folder: string) =>
    readFileSync(join(project, 'src/plugins', folder, 'server.ts'), 'utf8').split('\n').length - 1

  expect(folders.map((folder) => [folder, lines(folder)] as const).filter(([, count]) => count > 40)).toEqual(
    [],
  )
})
