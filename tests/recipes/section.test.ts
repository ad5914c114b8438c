import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { project } from '#harness/run-shop.ts'

const copy = mkdtempSync(join(realpathSync(tmpdir()), 'vitrine-recipe-'))
const folder = join(copy, 'src/sections/further/size-guide')

// Vite takes React's development build otherwise.
const env = { ...process.env, NODE_ENV: 'production' }

/** A copy of the sources with one more folder; no existing file is changed. */
beforeAll(() => {
  for (const name of ['src', 'scripts', 'package.json', 'tsconfig.json', 'vite.config.ts'])
    cpSync(join(project, name), join(copy, name), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

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

/** What an expression of a module is, in a process of the copy. */
function evaluate(file: string, expression: string): unknown {
  const code = `const module = await import(${JSON.stringify(file)}); console.log(JSON.stringify(${expression}))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: copy, encoding: 'utf8', env }),
  )
}

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
  execFileSync(process.execPath, ['build.ts'], { cwd: copy, stdio: 'pipe', env })

  const shown = `{ component: 'SizeGuide', settings: { title: 'Coats' }, data: { sizes: ['M'] } }`
  expect(
    evaluate('./out/entry-server.js', `module.FurtherSection(${shown}).props.children.type.name`),
  ).toBeTruthy()
})
