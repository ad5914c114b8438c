import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copySources } from './source-copy.ts'

const files = {
  'preview.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100"></svg>',
  'schema.ts': `import { z } from 'zod'
import { text } from '#sections/section-shapes.ts'
export const settings = z
  .object({ title: text('Heading', 'Above the sizes.') })
  .meta({ title: 'Size guide', description: 'The sizes of a garment.' })`,
  'data.ts': 'export const load = ({ title }) => ({ sizes: [title, "M", "L"] })',
  'size-guide.module.css':
    '@layer sections { .guide { padding-top: var(--section-space, var(--space-7)); } }',
  'view.tsx': `import css from './size-guide.module.css'
export default function SizeGuide({ settings, data }) {
  return <section className={css.guide}>{settings.title}: {data.sizes.join()}</section>
}`,
}

const folder = 'src/sections/further/size-guide'
const {
  folder: copy,
  run,
  evaluate,
  remove,
} = copySources({
  added: Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text])),
})
afterAll(remove)

test('a new section is one folder: the server loads it, and the page editor offers it', () => {
  const settings = { component: 'SizeGuide', settings: { title: 'Coats' } }
  expect(
    evaluate(
      './src/sections/section-loaders.ts',
      `await module.loadSection(${JSON.stringify(settings)}, {})`,
    ),
  ).toEqual({ settings: { title: 'Coats' }, data: { sizes: ['Coats', 'M', 'L'] } })

  expect(
    evaluate(
      './src/sections/section-registry.server.ts',
      `module.sectionRegistry.types().find((type) => type.component === 'SizeGuide')`,
    ),
  ).toMatchObject({ label: 'Size guide', help: 'The sizes of a garment.', defaults: { title: '' } })
})

test('a new section is one folder: its view is in the chunk of the sections outside home pages', () => {
  const build = `import { build } from 'vite'
    import { serverConfig } from './vite.config.ts'
    await build({ ...serverConfig({ server: 'src/sections/further/further-sections.tsx', client: '' }, 'out'), root: process.cwd() })`
  writeFileSync(join(copy, 'build.ts'), build)
  run('build.ts')

  const shown = `{ component: 'SizeGuide', settings: { title: 'Coats' }, data: { sizes: ['M'] } }`
  expect(
    evaluate('./out/entry-server.js', `module.FurtherSection(${shown}).props.children.type.name`),
  ).toBeTruthy()
})
