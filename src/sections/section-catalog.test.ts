import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { installedPlugins } from '#plugins/installed.server.ts'
import { sectionCatalog } from './section-catalog.ts'
import { layoutOf, SectionLayout } from './section-layout.ts'
import { loadSection, problemsOfSection, sectionNames, settingsOf } from './section-loaders.ts'

const catalog = sectionCatalog()
const file = (path: string) => new URL(path, import.meta.url)

test('every section has a label, help, a preview picture and defaults that are valid', () => {
  for (const { component, fields, help, preview, defaults } of catalog) {
    expect(fields.title, component).toEqual(expect.any(String))
    expect(help, component).not.toBe('')
    expect(existsSync(file(preview)), preview).toBe(true)
    expect(problemsOfSection({ component, settings: defaults }), component).toEqual([])
  }
})

test.each(
  catalog.flatMap(({ component, fields, defaults }) =>
    Object.entries(fields.properties ?? {}).map(([name, schema]) => ({ component, name, schema, defaults })),
  ),
)('$component.$name has a default, a label and help', ({ name, schema, defaults }) => {
  expect(schema).toMatchObject({ title: expect.any(String), description: expect.any(String) })
  expect(defaults).toHaveProperty(name)
})

test('every section takes the space above it from the layout', () => {
  const read = (path: string) => readFileSync(file(path), 'utf8')
  for (const { component, preview } of catalog) {
    // Its picture begins at the upper edge.
    if (component === 'HeroSlider') continue
    const folder = preview.replace('/preview.svg', '')
    const styles = readdirSync(file(folder)).filter((name) => name.endsWith('.module.css'))
    const hasOwn = styles.some((name) => read(`${folder}/${name}`).includes('var(--section-space'))
    const hasShared = /<(Band|CategoryTiles|RecentlyViewed)\b/.test(read(`${folder}/view.tsx`))
    expect(hasOwn || hasShared, component).toBe(true)
  }
})

test('every folder is a section, and those of home pages have their view in the first chunk', () => {
  const foldersOf = (group: string) =>
    readdirSync(file(group), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const folders = ['home', 'further'].flatMap((group) =>
    foldersOf(group).map(({ name }) => `./${group}/${name}`),
  )
  expect(catalog.map(({ preview }) => preview).sort()).toEqual(
    folders.map((folder) => `${folder}/preview.svg`).sort(),
  )

  const first = readFileSync(file('section-views.tsx'), 'utf8')
  for (const { name } of foldersOf('home')) expect(first).toContain(`'./home/${name}/view.tsx'`)
})

test('layoutOf is undefined for the default layout and for an invalid one', () => {
  expect(layoutOf({})).toBeUndefined()
  expect(layoutOf({ layout: {} })).toBeUndefined()
  expect(layoutOf({ layout: SectionLayout.parse({}) })).toBeUndefined()
  expect(layoutOf({ layout: { background: 'url(//evil)' } })).toBeUndefined()
  expect(layoutOf({ layout: { background: 'raised' } })).toMatchObject({
    background: 'raised',
    width: 'boxed',
  })
})

test.each([
  [{ anchor: 'Gift Ideas' }, 'layout.anchor: An anchor has lower-case letters, digits and hyphens'],
  [{ anchor: 'main' }, 'layout.anchor: This anchor is used by the page itself'],
  [{ width: 'narrow' }, expect.stringMatching(/^layout\.width: /)],
  [{ hide_on: 'tablet' }, expect.stringMatching(/^layout\.hide_on: /)],
])('a layout with %o is refused', (layout, problem) => {
  expect(problemsOfSection({ component: 'Headline', settings: { layout } })).toEqual([problem])
})

test.each([
  ['ButtonRow', { items: [{ label: 'Go', href: 'javascript:alert(1)' }] }, /^items\.0\.href: /],
  ['Banner', { cta: { label: 'Go', href: '//evil.example' } }, /^cta\.href: /],
  ['Map', { embed_url: 'https://evil.example/maps/embed?pb=1' }, /^embed_url: /],
  ['Video', { url: 'https://evil.example/film' }, /^url: /],
  ['Countdown', { ends_on: 'tomorrow' }, /^ends_on: /],
  ['Unknown', {}, /^component: Unknown is not a section/],
])('%s refuses %o', (component, settings, problem) => {
  expect(problemsOfSection({ component, settings })).toEqual([expect.stringMatching(problem)])
})

test('a section that does not exist loads nothing', async () => {
  expect(await loadSection({ component: 'Gone', settings: {} }, {} as never)).toBeNull()
})

test('a page saved with the former name of a section keeps it, and the editor offers only the new name', async () => {
  const section = { component: 'Gallery', settings: { title: 'At home' } }

  expect(await loadSection(section, {} as never)).toMatchObject({
    settings: { title: 'At home', columns: 3 },
  })
  expect(problemsOfSection(section)).toEqual([])
  expect(sectionNames).not.toContain('Gallery')
})

test('no link of a section, nor of a plugin’s section, runs a script', () => {
  const schemas = [
    ...sectionNames.map((name) => [name, settingsOf(name)] as const),
    ...installedPlugins.flatMap(({ sections }) =>
      Object.entries(sections ?? {}).map(([name, { settings }]) => [name, settings] as const),
    ),
  ]
  const links = schemas.flatMap(([name, settings]) => linksOf(settings, name))

  expect(links.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['LogoStrip.items.href', 'CategoryTiles.items.href', 'Banner.cta.href']),
  )
  for (const address of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    '//evil.example',
  ])
    expect(links.filter(({ schema }) => schema.safeParse(address).success).map(({ path }) => path)).toEqual(
      [],
    )
})

type Link = { path: string; schema: z.ZodType }

/** The fields of a schema whose name says that they are an address, at any depth. */
function linksOf(schema: unknown, path: string): Link[] {
  const { def } = schema as { def: Record<string, unknown> }
  const inner = [
    def.innerType,
    def.element,
    def.in,
    def.valueType,
    ...((def.options as unknown[]) ?? []),
  ].filter(Boolean)
  const fields = Object.entries((def.shape as Record<string, unknown>) ?? {})
  const own =
    /(^|[._])(href|link|url)$/.test(path) && holdsText(schema) ? [{ path, schema: schema as z.ZodType }] : []
  if (own.length > 0) return own
  return [
    ...inner.flatMap((one) => linksOf(one, path)),
    ...fields.flatMap(([name, one]) => linksOf(one, `${path}.${name}`)),
  ]
}

/** Not an object or a list of links. */
function holdsText(schema: unknown): boolean {
  const { def } = schema as { def: Record<string, unknown> }
  if (def.type === 'string') return true
  return [def.innerType, def.in, ...((def.options as unknown[]) ?? [])].filter(Boolean).some(holdsText)
}
